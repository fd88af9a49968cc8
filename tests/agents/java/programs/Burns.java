/** Takes processor time in one function and waits in another one. */
public final class Burns {
    static volatile long sink;

    static long mix(long n) {
        return n * 31 ^ n >>> 7;
    }

    static void burns() {
        long n = 1;
        for (int i = 0; i < 200_000_000; i++) n = n * 31 ^ n >>> 7;
        sink = n;
    }

    static void calls() {
        long n = 1;
        for (int i = 0; i < 100_000; i++) n = mix(n);
        sink = n;
    }

    static void waits() throws InterruptedException {
        Thread.sleep(500);
    }

    public static void main(String[] words) throws InterruptedException {
        burns();
        calls();
        waits();
    }
}
