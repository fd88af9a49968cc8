package ringscope.probe;

/**
 * The probe's requests to the recorder. It is not part of java.lang, as the VM warns of native code for methods of its
 * own modules.
 */
public final class ProbeMemory {
    private ProbeMemory() {}

    /** The addresses and numbers that the probe works with. */
    public static native long[] places();

    /** The node of a called function that is not among the listed callees of its caller; LOST if there is none. */
    public static native long find(long slot, int function);

    /** Ends a thread. */
    public static native void ended(long slot);

    /** Gives the processor time of a thread up to now to its current node. */
    public static native void charge(long slot);

    /** The size of the objects of a class whose size is not known yet. */
    public static native int sizeOf(int number, Class<?> of);

    /** Instruments a class. */
    public static native byte[] instrumented(byte[] of);

    /** Makes the cells of the types of a node, one a role. */
    public static native long types(long slot, long node);

    /** The type of a class, -1 if it is not told apart. From now on `key` stands for the class. */
    public static native int meet(Class<?>[] known, Class<?> of, int key, int place);

    /** The cell for more types in the role of this cell. */
    public static native long moreTypes(long slot, long cell);

    /** Makes a larger table of receivers of a function; 0 if there is none. */
    public static native long receivers(int function);
}
