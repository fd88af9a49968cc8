package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import ringscope.probe.ProbeMemory;

/**
 * The functions that instrumented code calls. It is part of java.lang, so every class can see it and it can use methods
 * that compilers turn into one instruction. It works on the trace memory directly: a node is the address of a context
 * there, and each thread has a slot with its current node. All methods that it calls are native and never instrumented.
 *
 * Slots hold nodes relative to LOST, so a new slot, of zeros, is at LOST: a node without callees, for threads that are
 * not known yet and for calls without memory. There the slot counts the depth of calls.
 */
public final class RingscopeProbe {
    private RingscopeProbe() {}

    // A node: function, caller, first callee, next callee, recent callee; then values.
    private static final long CALLER = 4, FIRST_CALLEE = 8, NEXT_CALLEE = 12, RECENT_CALLEE = 16;
    private static final long BYTECODES = 24, CALLS = 32, OBJECTS = 40, BYTES = 48;
    // A slot: node; the depth of calls while the thread is lost; the node that it was in before; the root.
    private static final long DEPTH = 8, BEFORE = 16, ROOT = 24;
    private static final int LISTED_CALLEES = 8;
    // The function of a node for a calling line is this plus the line.
    private static final int CALL_LINES = 0x60000000;
    // The data of a function: its table of receivers plus the table's size as a power of two; the last receiver; the
    // number of receivers; flags about returns; the cell of its values in the trace memory.
    private static final long TABLE = 0, LAST_RECEIVER = 8, RECEIVERS = 12, FLAGS = 16, FUNCTION_CELL = 24;
    private static final int FUNCTION_SHIFT = 5;
    private static final int OTHERS_RETURNED = 1, RETURNS_DIFFER = 2, FULL = 4, RETURNED = 8;
    // A cell of a function: bits of the known values, bits of the values that are lower bounds, and the values.
    private static final long KNOWN = 4, AT_LEAST = 8, VALUES = 16;
    // The most receivers of a function that are counted.
    private static final int MOST_RECEIVERS = 4096;
    // A cell of types: four types, the calls with each, and the calls with another type.
    private static final long TYPE = 8, TYPE_CALLS = 24, OTHER_TYPE_CALLS = 56, NEXT_ROLE = 64;
    private static final int TYPES = 4, NO_TYPE = -1;
    // The number of known classes, as a power of two.
    private static final int KNOWN_BITS = 14;
    // Loops write their count of bytecodes when it has reached this.
    private static final int WRITE_AFTER = 256;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long CELLS, SLOTS, SLOT_COUNT, LOST, SIZES, ARRAY_HEAD, ALIGNMENT, FUNCTIONS, LOST_CALLS,
            THREAD_ID, TYPE_ROWS, LOST_TYPES, KNOWN_TYPES;
    private static final int REFERENCE_SHIFT, NULL_TYPE;
    // Classes by the key of their objects; classes in here are not unloaded, so that no other class gets their key.
    private static final Class<?>[] KNOWN_CLASSES = new Class<?>[1 << KNOWN_BITS];
    private static final boolean HEADS_TELL_CLASS;
    // The offset of the class in the head of an object. Not final: a compiler that knew the value would not read the
    // field that lies there.
    private static long classOffset = 8;
    private static final boolean HAS_CPU_TIME;

    static {
        long[] places = ProbeMemory.places();
        CELLS = places[0];
        SLOTS = places[1];
        SLOT_COUNT = places[2];
        LOST = places[3];
        SIZES = places[4];
        ARRAY_HEAD = places[5];
        ALIGNMENT = places[6];
        FUNCTIONS = places[7];
        LOST_CALLS = places[8];
        HAS_CPU_TIME = places[9] != 0;
        TYPE_ROWS = places[10];
        LOST_TYPES = places[11];
        NULL_TYPE = places[12] == 0 ? NO_TYPE : (int) places[12];
        KNOWN_TYPES = places[13];
        // The heads of other virtual machines have another size, or the length of an array in that place.
        HEADS_TELL_CLASS = ARRAY_HEAD == 16 && U.getInt(new byte[0], classOffset) == U.getInt(new byte[1], classOffset)
                && U.getInt(new byte[1], classOffset) != U.getInt(new int[1], classOffset);
        REFERENCE_SHIFT = Unsafe.ARRAY_OBJECT_INDEX_SCALE == 4 ? 2 : 3;
        THREAD_ID = U.objectFieldOffset(Thread.class, "tid");
    }

    /** Instruments a class. */
    public static byte[] instrumented(byte[] of) {
        return ProbeMemory.instrumented(of);
    }

    @ForceInline
    private static long slot() {
        long thread = U.getLong(Thread.currentThread(), THREAD_ID);
        return SLOTS + ((thread < SLOT_COUNT ? thread : SLOT_COUNT + 1) << 6);
    }

    @ForceInline
    private static long cell(int number) {
        return CELLS + ((number & 0xffffffffL) << 6);
    }

    @ForceInline
    private static void increase(long address, long value) {
        U.putLong(null, address, U.getLong(null, address) + value);
    }

    /** Enters a function; returns its node. */
    @ForceInline
    public static long enter(int function) {
        long slot = slot();
        if (HAS_CPU_TIME) ProbeMemory.charge(slot);
        long node = cell(U.getInt(null, LOST + U.getLong(null, slot) + RECENT_CALLEE));
        if (U.getInt(null, node) != function) node = callee(slot, function);
        increase(node + CALLS, 1);
        U.putLong(null, slot, node - LOST);
        return node;
    }

    /** Same as enter(), and counts the bytecodes of its first part. */
    @ForceInline
    public static long enter(int function, int bytecodes) {
        long node = enter(function);
        increase(node + BYTECODES, bytecodes);
        return node;
    }

    @DontInline
    private static long callee(long slot, int function) {
        long current = U.getLong(null, slot);
        if (current == 0) {
            long depth = U.getLong(null, slot + DEPTH);
            if (depth != 0) {
                U.putLong(null, slot + DEPTH, depth + 1);
                if (U.getLong(null, slot + ROOT) != 0) countLost();
                return LOST;
            }
            return ProbeMemory.find(slot, function);
        }
        long caller = LOST + current;
        int callee = U.getInt(null, caller + FIRST_CALLEE);
        for (int i = 0; i < LISTED_CALLEES && callee != 0; i++) {
            long node = cell(callee);
            if (U.getInt(null, node) == function) {
                U.putInt(null, caller + RECENT_CALLEE, callee);
                return node;
            }
            callee = U.getInt(null, node + NEXT_CALLEE);
        }
        return ProbeMemory.find(slot, function);
    }

    // Only native methods of Unsafe are called: its others are instrumented.
    private static void countLost() {
        long before;
        do {
            before = U.getLong(null, LOST_CALLS);
        } while (!U.compareAndSetLong(null, LOST_CALLS, before, before + 1));
    }

    /** Counts bytecodes. */
    @ForceInline
    public static void add(long node, int bytecodes) {
        increase(node + BYTECODES, bytecodes);
    }

    /** Leaves a function. */
    @ForceInline
    public static void leave(long node) {
        if (node == LOST) {
            leaveLost();
            return;
        }
        if (HAS_CPU_TIME) ProbeMemory.charge(slot());
        U.putLong(null, slot(), cell(U.getInt(null, node + CALLER)) - LOST);
    }

    @ForceInline
    public static void leave(long node, int bytecodes) {
        increase(node + BYTECODES, bytecodes);
        leave(node);
    }

    @DontInline
    private static void leaveLost() {
        long slot = slot();
        long depth = U.getLong(null, slot + DEPTH);
        if (depth == 0) return;
        U.putLong(null, slot + DEPTH, depth - 1);
        if (depth == 1) U.putLong(null, slot, U.getLong(null, slot + BEFORE));
    }

    /** Puts the thread into this node again. */
    @ForceInline
    public static void caught(long node) {
        if (node == LOST) return;
        if (HAS_CPU_TIME) ProbeMemory.charge(slot());
        U.putLong(null, slot(), node - LOST);
    }

    /** Puts the thread into a calling line of a node's function. */
    @ForceInline
    public static void line(long node, int line) {
        if (node == LOST) return;
        long slot = slot();
        int function = CALL_LINES + line;
        long at = cell(U.getInt(null, node + RECENT_CALLEE));
        if (U.getInt(null, at) != function) {
            U.putLong(null, slot, node - LOST);
            at = callee(slot, function);
            if (at == LOST) return;
        }
        U.putLong(null, slot, at - LOST);
    }

    /** The current node of the thread. */
    @ForceInline
    public static long current() {
        return LOST + U.getLong(null, slot());
    }

    /** Puts the thread into its root again. */
    public static void startAtRoot() {
        long slot = slot();
        long root = U.getLong(null, slot + ROOT);
        if (root != 0) U.putLong(null, slot, root);
    }

    /** Ends the running thread, a virtual one. */
    public static void threadEnded() {
        ProbeMemory.ended(slot());
    }

    /** Writes the bytecodes counted so far, if they are many; returns how many are still unwritten. */
    @ForceInline
    public static int written(int bytecodes, long node) {
        if (bytecodes < WRITE_AFTER) return bytecodes;
        increase(node + BYTECODES, bytecodes);
        return 0;
    }

    /** Counts an object that was made. */
    @ForceInline
    public static void made(long node, int number, Class<?> of) {
        int size = U.getInt(null, SIZES + ((long) number << 2));
        if (size == 0) size = ProbeMemory.sizeOf(number, of);
        increase(node + OBJECTS, 1);
        increase(node + BYTES, size);
    }

    /** Counts an array that is about to be made, of elements of 2^shift bytes. */
    @ForceInline
    public static void arrayMade(int length, long node, int shift) {
        if (length < 0) return;
        increase(node + OBJECTS, 1);
        increase(node + BYTES, (ARRAY_HEAD + ((long) length << shift) + ALIGNMENT - 1) & -ALIGNMENT);
    }

    @ForceInline
    public static void objectsMade(int length, long node) {
        arrayMade(length, node, REFERENCE_SHIFT);
    }

    /** Counts an array of arrays that was made. */
    public static void arraysMade(Object array, long node) {
        if (array instanceof Object[]) {
            Object[] arrays = (Object[]) array;
            objectsMade(arrays.length, node);
            for (int i = 0; i < arrays.length; i++) {
                if (arrays[i] == null) break;
                arraysMade(arrays[i], node);
            }
        } else if (array instanceof int[]) {
            arrayMade(((int[]) array).length, node, 2);
        } else if (array instanceof byte[]) {
            arrayMade(((byte[]) array).length, node, 0);
        } else if (array instanceof char[]) {
            arrayMade(((char[]) array).length, node, 1);
        } else if (array instanceof long[]) {
            arrayMade(((long[]) array).length, node, 3);
        } else if (array instanceof double[]) {
            arrayMade(((double[]) array).length, node, 3);
        } else if (array instanceof boolean[]) {
            arrayMade(((boolean[]) array).length, node, 0);
        } else if (array instanceof float[]) {
            arrayMade(((float[]) array).length, node, 2);
        } else {
            arrayMade(((short[]) array).length, node, 1);
        }
    }

    /** The first cell of types of a node. */
    @ForceInline
    public static long types(long node) {
        if (node == LOST) return LOST_TYPES;
        int row = U.getInt(null, TYPE_ROWS + (node - CELLS >> 4));
        return row != 0 ? cell(row) : ProbeMemory.types(slot(), node);
    }

    /** Counts the type of an object in the role of a cell; returns the cell of the next role. */
    @ForceInline
    public static long seen(long cell, Object object) {
        int type = object == null ? NULL_TYPE : typeOf(object);
        if (U.getInt(null, cell + TYPE) == type) {
            increase(cell + TYPE_CALLS, 1);
        } else if (U.getInt(null, cell + TYPE + 4) == type) {
            increase(cell + TYPE_CALLS + 8, 1);
        } else {
            seenOther(cell, type);
        }
        return cell + NEXT_ROLE;
    }

    /** Same as seen() for a primitive value, whose type is in the cell. */
    @ForceInline
    public static long given(long cell) {
        increase(cell + TYPE_CALLS, 1);
        return cell + NEXT_ROLE;
    }

    /** Counts the type of a function's result. */
    @ForceInline
    public static void result(Object object, long node, int offset) {
        seen(types(node) + offset, object);
    }

    // The type of an object's class, stored beside the key of the class. The key is a word in the head of the class's
    // objects, which is different for each loaded class, or else the hash of the class.
    @ForceInline
    private static int typeOf(Object object) {
        int key = HEADS_TELL_CLASS ? U.getInt(object, classOffset) : System.identityHashCode(object.getClass());
        int at = key * 0x9E3779B1 >>> 32 - KNOWN_BITS;
        long known = U.getLong(null, KNOWN_TYPES + ((long) at << 3));
        boolean isKnown = (int) known == key && (HEADS_TELL_CLASS || KNOWN_CLASSES[at] == object.getClass());
        return isKnown ? (int) (known >> 32) : meet(object, key, at);
    }

    @DontInline
    private static int meet(Object object, int key, int at) {
        // Of two classes with the same place the second one is stored in the place beside it.
        int beside = at ^ 1;
        long known = U.getLong(null, KNOWN_TYPES + ((long) beside << 3));
        if ((int) known == key && KNOWN_CLASSES[beside] == object.getClass()) return (int) (known >> 32);
        int place = KNOWN_CLASSES[at] == null ? at : beside;
        return ProbeMemory.meet(KNOWN_CLASSES, object.getClass(), key, place);
    }

    @DontInline
    private static void seenOther(long cell, int type) {
        if (type == NO_TYPE) {
            increase(cell + OTHER_TYPE_CALLS, 1);
            return;
        }
        if (isSeen(cell, type) || U.getInt(null, cell) == 0) return;
        int second = U.getInt(null, TYPE_ROWS + (cell - CELLS >> 4));
        long more = second != 0 ? cell(second) : ProbeMemory.moreTypes(slot(), cell);
        if (!isSeen(more, type)) increase(more + OTHER_TYPE_CALLS, 1);
    }

    // Counts a type that is in a cell, or for which the cell has room.
    @ForceInline
    private static boolean isSeen(long cell, int type) {
        for (int i = 0; i < TYPES; i++) {
            long at = cell + TYPE + ((long) i << 2);
            int found = U.getInt(null, at);
            if (found == 0) found = U.compareAndSetInt(null, at, 0, type) ? type : U.getInt(null, at);
            if (found == type) {
                increase(cell + TYPE_CALLS + ((long) i << 3), 1);
                return true;
            }
        }
        return false;
    }

    /** Counts an object on which a function was called. */
    @ForceInline
    public static void receiver(Object receiver, int function) {
        long known = FUNCTIONS + ((long) function << FUNCTION_SHIFT);
        if ((U.getInt(null, known + FLAGS) & FULL) != 0) return;
        int hash = System.identityHashCode(receiver);
        if (U.getInt(null, known + LAST_RECEIVER) != hash) addReceiver(known, function, hash);
    }

    // The address of a receiver's entry (its hash, and that of the first object it returned), or of a free one.
    private static long entry(long table, int hash) {
        int size = 1 << (int) (table & 63);
        long entries = table & -64;
        for (int i = hash * 0x9E3779B1 >>> 7;; i++) {
            long entry = entries + ((long) (i & size - 1) << 3);
            int found = U.getInt(null, entry);
            if (found == hash || found == 0) return entry;
        }
    }

    @DontInline
    private static void addReceiver(long known, int function, int hash) {
        U.putInt(null, known + LAST_RECEIVER, hash);
        long table = U.getLong(null, known + TABLE);
        long entry = table == 0 ? 0 : entry(table, hash);
        if (entry != 0 && U.getInt(null, entry) == hash) return;
        int count = U.getInt(null, known + RECEIVERS);
        if (entry == 0 || 2 * count >= 1 << (int) (table & 63)) {
            table = count < MOST_RECEIVERS ? ProbeMemory.receivers(function) : 0;
            if (table == 0) {
                setFlag(known, FULL);
                long cell = U.getLong(null, known + FUNCTION_CELL);
                if (cell != 0) U.putInt(null, cell + AT_LEAST, U.getInt(null, cell + AT_LEAST) | 1);
                return;
            }
            entry = entry(table, hash);
        }
        if (!U.compareAndSetInt(null, entry, 0, hash)) return;
        do {
            count = U.getInt(null, known + RECEIVERS);
        } while (!U.compareAndSetInt(null, known + RECEIVERS, count, count + 1));
        U.putLong(null, U.getLong(null, known + FUNCTION_CELL) + VALUES, count + 1);
    }

    private static void setFlag(long known, int flag) {
        int before;
        do {
            before = U.getInt(null, known + FLAGS);
        } while (!U.compareAndSetInt(null, known + FLAGS, before, before | flag));
        long cell = U.getLong(null, known + FUNCTION_CELL);
        if (cell == 0 || (before & flag) != 0) return;
        if (flag == RETURNED) {
            U.putLong(null, cell + VALUES + 8, (before & OTHERS_RETURNED) != 0 ? 0 : 1);
            U.putLong(null, cell + VALUES + 16, (before & RETURNS_DIFFER) != 0 ? 0 : 1);
            U.putInt(null, cell + KNOWN, 7);
        } else if (flag == OTHERS_RETURNED) {
            U.putLong(null, cell + VALUES + 8, 0);
        } else if (flag == RETURNS_DIFFER) {
            U.putLong(null, cell + VALUES + 16, 0);
        }
    }

    /** Notes the result of a function that was called on an object. */
    @ForceInline
    public static void returned(Object result, Object receiver, int function) {
        long known = FUNCTIONS + ((long) function << FUNCTION_SHIFT);
        int flags = U.getInt(null, known + FLAGS);
        if ((flags & OTHERS_RETURNED) == 0 && result != receiver) setFlag(known, OTHERS_RETURNED);
        if ((flags & RETURNS_DIFFER) == 0) compareReturn(known, receiver, System.identityHashCode(result));
    }

    @ForceInline
    public static void returnedInt(int result, Object receiver, int function) {
        long known = FUNCTIONS + ((long) function << FUNCTION_SHIFT);
        int flags = U.getInt(null, known + FLAGS);
        // A number is always another value than the receiver.
        if ((flags & OTHERS_RETURNED) == 0) setFlag(known, OTHERS_RETURNED);
        if ((flags & RETURNS_DIFFER) == 0) compareReturn(known, receiver, result);
    }

    @ForceInline
    public static void returnedLong(long result, Object receiver, int function) {
        returnedInt((int) (result ^ result >>> 32), receiver, function);
    }

    @ForceInline
    public static void returnedFloat(float result, Object receiver, int function) {
        returnedInt(Float.floatToRawIntBits(result), receiver, function);
    }

    @ForceInline
    public static void returnedDouble(double result, Object receiver, int function) {
        returnedLong(Double.doubleToRawLongBits(result), receiver, function);
    }

    @DontInline
    private static void compareReturn(long known, Object receiver, int result) {
        long table = U.getLong(null, known + TABLE);
        if (table == 0) return;
        int hash = System.identityHashCode(receiver);
        long entry = entry(table, hash);
        if (U.getInt(null, entry) != hash) return;
        if (result == 0) result = 1;
        int first = U.getInt(null, entry + 4);
        if (first == result) return;
        if (first == 0) {
            U.putInt(null, entry + 4, result);
            if ((U.getInt(null, known + FLAGS) & RETURNED) == 0) setFlag(known, RETURNED);
        } else {
            setFlag(known, RETURNS_DIFFER);
        }
    }
}
