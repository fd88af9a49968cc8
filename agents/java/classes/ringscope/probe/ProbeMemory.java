package ringscope.probe;

/**
 * What the probe asks the recorder for. It is not part of java.lang, as the VM warns of those who give methods of its
 * own modules native code.
 */
public final class ProbeMemory {
    private ProbeMemory() {}

    /** Where the probe finds what it works on. */
    public static native long[] places();

    /** The node of a function that a thread calls, which is not in the list of its caller; LOST if there is none. */
    public static native long find(long slot, int function);

    /** A thread is over. */
    public static native void ended(long slot);

    /** Gives the processor time of a thread up to now to the node that it is in. */
    public static native void charge(long slot);

    /** The size of the objects of a class that has none yet. */
    public static native int sizeOf(int number, Class<?> of);

    /** The class, instrumented. */
    public static native byte[] instrumented(byte[] of);

    /** The cells of the types of a node that has none yet, one a role. */
    public static native long types(long slot, long node);

    /** The number of a class as a type, -1 if it is not told apart. Its objects are known by `key` from now on. */
    public static native int meet(Class<?>[] known, Class<?> of, int key, int place);

    /** The cell for more types of the role that a cell is for. */
    public static native long moreTypes(long slot, long cell);

    /** A larger table of receivers of a function; 0 if there is none. */
    public static native long receivers(int function);
}
