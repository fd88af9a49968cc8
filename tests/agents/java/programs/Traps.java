import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What instrumentation of Java gets wrong. Prints the same whenever it is run, recorded or not. */
public final class Traps {
    static class Base {
        final String made;

        Base(String made) {
            if (made.isEmpty()) throw new IllegalArgumentException("nothing");
            this.made = made;
        }
    }

    /** Code before the call of the superclass's constructor: branches, objects that are made, exceptions. */
    static class Derived extends Base {
        Derived(int n) {
            super(n > 2 ? new StringBuilder().append(n).append(new Derived(2).made).toString() : n == 0 ? "" : "low");
            for (int i = 0; i < 3; i++) {
                try {
                    if (i == 1) throw new RuntimeException("in the constructor");
                } catch (RuntimeException e) {
                    say(e.getMessage());
                }
            }
        }

        Derived(String text) {
            this(Integer.parseInt(text));
        }
    }

    enum Shape {
        ROUND { @Override int corners() { return 0; } },
        SQUARE { @Override int corners() { return 4; } };

        abstract int corners();
    }

    record Point(int x, double y) implements Serializable {
        Point {
            if (x < 0) throw new IllegalArgumentException("x is " + x);
        }
    }

    interface Greets {
        default String greet() { return "hello " + name(); }

        String name();

        private String hidden() { return name(); }

        static Greets of(String name) { return () -> name; }
    }

    static class FailsToStart {
        static int value = Integer.parseInt("none");
    }

    static synchronized int locked(int n) {
        synchronized (Traps.class) {
            if (n == 0) throw new IllegalStateException("locked");
            return n;
        }
    }

    static void say(Object what) {
        System.out.println(what);
    }

    static int depth;

    static void deepen() {
        depth++;
        deepen();
    }

    static int count(int n) {
        return n == 0 ? 0 : 1 + count(n - 1);
    }

    static int finallyReturns(int n) {
        int steps = 0;
        for (;;) {
            try {
                steps++;
                if (n == 1) return steps;
                if (n == 2) throw new Exception("two");
                n--;
            } catch (Exception e) {
                steps += 100;
                n = 1;
            } finally {
                steps += 10;
            }
        }
    }

    static String switches(int n, String text) {
        StringBuilder said = new StringBuilder();
        switch (n) {
            case 1: said.append("one ");
            case 2: said.append("two "); break;
            case 3: said.append("three "); break;
            case -1000000: said.append("little "); break;
            case 1000000: said.append("much "); break;
            default: said.append("other ");
        }
        switch (text) {
            case "Aa", "BB" -> said.append("same hash");
            default -> said.append(text);
        }
        return said.toString();
    }

    static double manyLocals(long a, double b, int c) {
        long d0 = a, d1 = d0 + 1, d2 = d1 + 1, d3 = d2 + 1, d4 = d3 + 1, d5 = d4 + 1, d6 = d5 + 1, d7 = d6 + 1;
        double sum = b;
        for (int i = 0; i < c; i++) {
            double e = sum * 2;
            sum = e - d7 + d0;
        }
        return sum + d3;
    }

    static int collatz(long n) {
        int steps = 0;
        while (n != 1) {
            n = (n & 1) == 0 ? n >> 1 : 3 * n + 1;
            steps++;
        }
        return steps;
    }

    static void exceptions() throws Exception {
        for (Supplier<Object> fails : List.<Supplier<Object>>of(
                () -> new int[1][1].length + ((int[]) null).length,
                () -> new int[2][new int[1].length - 2],
                () -> Arrays.asList(1, 2).get(7),
                () -> (Object) (String) (Object) Integer.valueOf(3),
                () -> 1 / (depth - depth),
                () -> new Derived(0),
                () -> new Derived("x"),
                () -> FailsToStart.value,
                () -> FailsToStart.value,
                () -> locked(0),
                () -> new Point(-1, 0))) {
            try {
                fails.get();
                say("no exception");
            } catch (Throwable e) {
                say(e.getClass().getName() + " " + (e instanceof LinkageError ? "" : e.getMessage()));
            }
        }
        try {
            Traps.class.getDeclaredMethod("locked", int.class).invoke(null, 0);
        } catch (InvocationTargetException e) {
            say("through reflection: " + e.getCause().getMessage());
        }
        try {
            locked(0);
        } catch (IllegalStateException e) {
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text, true));
            say(text);
        }
        say(StackWalker.getInstance().walk(frames -> frames.map(frame ->
                frame.getMethodName() + ":" + frame.getLineNumber()).collect(Collectors.toList())));
    }

    static void deep() throws Exception {
        Thread thread = new Thread(null, () -> say("counted " + count(1_000_000)), "deep", 1L << 30);
        thread.start();
        thread.join();
        for (int i = 0; i < 3; i++) {
            depth = 0;
            try {
                deepen();
            } catch (StackOverflowError e) {
                say("overflow " + (depth > 500));
            }
        }
        say("after " + count(10));
    }

    static void threads() throws Exception {
        Map<String, Integer> sums = new ConcurrentHashMap<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int number = i;
            Thread thread = new Thread(() -> sums.merge("all", collatz(27 + number), Integer::sum), "worker");
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) thread.join();
        say(sums);
        Thread fails = new Thread(() -> { throw new IllegalStateException("nobody catches this"); }, "fails");
        fails.setUncaughtExceptionHandler((thread, e) -> say(thread.getName() + ": " + e.getMessage()));
        fails.start();
        fails.join();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            int n = i;
            futures.add(pool.submit(() -> collatz(n)));
        }
        int sum = 0;
        for (Future<Integer> future : futures) sum += future.get();
        pool.shutdown();
        say("pool " + sum);
        say("parallel " + IntStream.rangeClosed(1, 1000).parallel().map(Traps::collatz).sum());
        CountDownLatch started = new CountDownLatch(1);
        Thread waits = new Thread(() -> {
            synchronized (started) {
                started.countDown();
                try {
                    started.wait();
                } catch (InterruptedException e) {
                    say("interrupted");
                }
            }
        });
        waits.start();
        started.await();
        waits.interrupt();
        waits.join();
        Thread daemon = new Thread(() -> { for (long i = 0;; i++) collatz(1 + i % 100); }, "daemon");
        daemon.setDaemon(true);
        daemon.start();
    }

    static int collatz(int n) {
        return collatz((long) n);
    }

    /** Defines classes itself, and delegates nothing of them. */
    static final class Loader extends ClassLoader {
        Loader() {
            super(null);
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream in = Traps.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) throw new ClassNotFoundException(name);
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** A class of 2002 with a subroutine: f(n) runs it twice, which adds 1 each time. */
    static byte[] oldClass() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        java.io.DataOutputStream out = new java.io.DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(48);
        out.writeShort(8);
        for (String text : new String[] {"Old", null, "java/lang/Object", null, "f", "(I)I", "Code"}) {
            if (text != null) {
                out.writeByte(1);
                out.writeUTF(text);
            } else {
                out.writeByte(7);
                out.writeShort(out.size() < 25 ? 1 : 3);
            }
        }
        for (int head : new int[] {0x21, 2, 4, 0, 0, 1, 9, 5, 6, 1, 7}) out.writeShort(head);
        byte[] code = {(byte) 0xa8, 0, 8, (byte) 0xa8, 0, 5, 0x1a, (byte) 0xac, 0x4c, (byte) 0x84, 0, 1, (byte) 0xa9, 1};
        out.writeInt(12 + code.length);
        out.writeShort(1);
        out.writeShort(2);
        out.writeInt(code.length);
        out.write(code);
        out.writeInt(0);
        out.writeShort(0);
        return bytes.toByteArray();
    }

    int field;

    static void reflection() throws Throwable {
        Greets proxy = (Greets) Proxy.newProxyInstance(Traps.class.getClassLoader(), new Class<?>[] {Greets.class},
                (self, method, arguments) -> method.getName());
        say(proxy.name() + " " + Greets.of("you").greet());
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle handle = lookup.findStatic(Traps.class, "collatz", MethodType.methodType(int.class, int.class));
        say((int) handle.invokeExact(27));
        VarHandle field = lookup.findVarHandle(Traps.class, "field", int.class);
        Traps traps = new Traps();
        say((int) field.getAndAdd(traps, 5) + traps.field);
        for (int i = 0; i < 40; i++) Traps.class.getDeclaredMethod("collatz", int.class).invoke(null, i + 1);
        Class<?> again = new Loader().loadClass("Small");
        say(again != Small.class && again.getDeclaredMethod("twice", int.class).getModifiers() == 8);
        say(Arrays.stream(Small.class.getDeclaredMethods()).map(m -> m.getName()).sorted().collect(Collectors.toList()));
        say(Arrays.stream(Small.class.getDeclaredFields()).map(f -> f.getName()).collect(Collectors.toList()));
        say(new Loader().define(oldClass()).getDeclaredMethod("f", int.class).invoke(null, 40));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Point(3, 4.5));
            out.writeObject((Function<Integer, Integer> & Serializable) n -> n + 1);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            say(in.readObject());
            @SuppressWarnings("unchecked")
            Function<Integer, Integer> adds = (Function<Integer, Integer>) in.readObject();
            say(adds.apply(41));
        }
    }

    static void library() throws Exception {
        say(Pattern.compile("(a|b)*c").matcher("ababac").matches());
        say(String.format("%5.2f|%-6s|%x", Math.PI, "left", 255));
        say(new java.math.BigInteger("123456789012345678901234567890").pow(7).mod(java.math.BigInteger.valueOf(97)));
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        crc.update("ringscope".getBytes("UTF-8"));
        say(crc.getValue());
        say(java.util.Base64.getEncoder().encodeToString("ringscope".getBytes("UTF-8")));
        byte[] digest = java.security.MessageDigest.getInstance("SHA-256").digest("ringscope".getBytes("UTF-8"));
        say(new java.math.BigInteger(1, digest).toString(16));
        say(new TreeMap<>(Map.of("b", 2, "a", 1, "c", 3)));
        say(Arrays.toString(new int[][][] {{{1, 2}, {3}}, {}}[0][0].clone()));
        int[][][] cube = new int[3][4][];
        say(cube[2].length + " " + (cube[2][3] == null) + " " + new long[2][3][4][1][2].length);
    }

    public static void main(String[] arguments) throws Throwable {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> say("hook")));
        say(new Derived(3).made + new Derived("5").made);
        for (Shape shape : Shape.values()) say(shape + " " + shape.corners());
        say(finallyReturns(1) + " " + finallyReturns(2) + " " + finallyReturns(9));
        say(switches(1, "Aa") + switches(3, "BB") + switches(1000000, "C#") + switches(-1000000, "") + switches(7, "x"));
        say(manyLocals(1, 2.5, 9));
        say(collatz(837799L));
        IntSupplier counter = new IntSupplier() {
            int n;
            @Override public int getAsInt() { return n++ + locked(1); }
        };
        say(counter.getAsInt() + counter.getAsInt());
        exceptions();
        deep();
        threads();
        reflection();
        library();
        System.exit(7);
    }
}
