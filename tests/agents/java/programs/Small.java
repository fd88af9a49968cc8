/** A small program whose tree is known by heart. */
public final class Small {
    private final int start;

    Small(int start) {
        this.start = start;
    }

    int sum(int count) {
        int sum = start;
        for (int i = 0; i < count; i++) sum += i;
        return sum;
    }

    static int fails(int depth) {
        if (depth == 0) throw new IllegalStateException("deep");
        return fails(depth - 1) + 1;
    }

    static int catches() {
        try {
            return fails(2);
        } catch (IllegalStateException e) {
            return twice(3);
        }
    }

    static int twice(int n) {
        return n + n;
    }

    static long make(int count) {
        long made = 0;
        for (int i = 0; i < count; i++) {
            Object[] some = new Object[i];
            made += some.length + new int[2][3].length;
        }
        return made;
    }

    public static void main(String[] arguments) {
        Small small = new Small(5);
        int sum = small.sum(10) + small.sum(0);
        sum += catches() + twice(sum);
        System.arraycopy(arguments, 0, new String[0], 0, 0);
        Runnable lambda = () -> twice(1);
        lambda.run();
        make(3);
        if (sum != 5 + 45 + 5 + 6 + 2 * 55) throw new AssertionError(sum);
    }
}
