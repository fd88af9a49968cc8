import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts that an independent recorder checks, run long enough to be compiled. */
public final class Counting {
    static final class Chain {
        private final String name;
        private int next;

        Chain(String name) { this.name = name; }

        Chain self() { return this; }

        String name() { return name; }

        int next() { return next++; }
    }

    static final class Many {
        boolean touch() { return true; }
    }

    /** Is excluded in a test. */
    static final class Catches {
        static int number(String text) {
            try {
                return fails(text);
            } catch (NumberFormatException e) {
                return -1;
            }
        }
    }

    static int fails(String text) {
        if (text.isEmpty()) throw new NumberFormatException();
        return Integer.parseInt(text);
    }

    static int after() { return 1; }

    static int arrays(int[] values, int rounds) {
        int sum = 0;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < values.length; i++) {
                try {
                    sum += values[i + (i % 7 == 3 ? values.length : 0)] / (i % 5);
                } catch (ArrayIndexOutOfBoundsException | ArithmeticException e) {
                    sum--;
                }
            }
        }
        return sum;
    }

    static int strings(int rounds) {
        int sum = 0;
        String text = "calling contexts";
        for (int i = 0; i < rounds; i++) {
            StringBuilder builder = new StringBuilder();
            builder.append(text).append(i).append('x');
            String made = builder.toString();
            sum += made.hashCode() & made.indexOf("tex") & made.length() & made.compareTo(text);
            if (made.equals(text) || made.substring(3).contains("zz")) sum++;
            sum += Math.max(i, Math.abs(-i)) + Integer.bitCount(i) + Character.toUpperCase('a');
        }
        return sum;
    }

    static int collections(int rounds) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        for (int i = 0; i < rounds; i++) {
            int number = i;
            lists.computeIfAbsent(i % 17, key -> new ArrayList<>()).add(number);
        }
        int sum = 0;
        for (List<Integer> list : lists.values()) sum += list.stream().mapToInt(n -> n % 3).sum();
        return sum;
    }

    // No call is its last: steps at one place that follow each other are told once.
    static long fibonacci(long n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    static int throwsThrough(int depth) {
        if (depth == 0) throw new IllegalStateException();
        int below = throwsThrough(depth - 1);
        return below + 1;
    }

    static int catchesAll(int rounds) {
        int caught = 0;
        for (int i = 0; i < rounds; i++) {
            try {
                throwsThrough(i % 10);
            } catch (IllegalStateException e) {
                caught++;
            } finally {
                caught += 2;
            }
        }
        return caught;
    }

    static synchronized int locked(Object lock, int rounds) {
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            synchronized (lock) {
                sum += switch (i % 6) {
                    case 0 -> 3;
                    case 1, 2 -> sum & 1;
                    case 5 -> -1;
                    default -> 0;
                };
            }
        }
        return sum;
    }

    /** Is in two classes. */
    static String describe(int n) {
        return n == 1_234_567 ? "one" : String.valueOf(n).concat(" of many");
    }

    public static void main(String[] arguments) {
        int sum = Catches.number("") + Catches.number("12") + after();
        sum += arrays(new int[] {5, 4, 3, 2, 1, 6, 7, 8, 9}, 20_000);
        sum += strings(20_000);
        sum += collections(20_000);
        sum += (int) fibonacci(20);
        sum += catchesAll(20_000);
        sum += locked(new Object(), 50_000);
        Chain[] chains = {new Chain("a"), new Chain("b"), new Chain("c")};
        for (int i = 0; i < 30; i++) {
            Chain chain = chains[i % 3].self();
            sum += chain.name().length() + chain.next();
        }
        for (int i = 0; i < 5000; i++) if (new Many().touch()) sum++;
        System.out.println(sum);
    }
}
