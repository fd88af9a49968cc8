/** Ends in a way that an argument says, after having worked. */
public final class Ends {
    static int work(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += i * i;
        return sum;
    }

    /** Is in two classes. */
    static String describe(int n) {
        return n == 1_234_567 ? "one" : String.valueOf(n).concat(" of many");
    }

    public static void main(String[] arguments) throws Exception {
        int sum = 0;
        for (int i = 0; i < 100; i++) sum += work(i);
        switch (arguments[0]) {
            case "halt" -> Runtime.getRuntime().halt(3);
            case "exit" -> System.exit(4);
            case "throw" -> throw new IllegalStateException("nobody catches this " + sum);
            case "kill" -> {
                new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
                Thread.sleep(1_000_000);
            }
            case "forever" -> {
                for (int i = 0;; i++) sum += work(i % 100) + describe(i % 50).length();
            }
            default -> {
                Thread daemon = new Thread(() -> { for (int i = 0;; i++) work(i % 100); });
                daemon.setDaemon(true);
                daemon.start();
            }
        }
    }
}
