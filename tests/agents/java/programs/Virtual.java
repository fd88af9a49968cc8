import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads that leave their carriers in every way; what each does is known. */
public final class Virtual {
    private static final ReentrantLock LOCK = new ReentrantLock();

    static int leaf(int n) {
        return n + 1;
    }

    static int parks(int depth) throws InterruptedException {
        if (depth == 0) {
            Thread.sleep(1);
            return leaf(0);
        }
        int below = parks(depth - 1);
        Thread.yield();
        return below + leaf(depth);
    }

    static void locks() {
        LOCK.lock();
        try {
            Thread.yield();
            leaf(1);
        } finally {
            LOCK.unlock();
        }
    }

    static synchronized void monitor() throws InterruptedException {
        Thread.sleep(0, 1000);
        leaf(2);
    }

    static void fails(int depth) {
        if (depth == 0) {
            Thread.yield();
            throw new IllegalStateException();
        }
        fails(depth - 1);
    }

    static void catches() {
        try {
            fails(5);
        } catch (IllegalStateException e) {
            Thread.yield();
            leaf(3);
        }
    }

    static void work() throws InterruptedException {
        parks(5);
        locks();
        monitor();
        catches();
    }

    static void start(ExecutorService service, int count) {
        for (int i = 0; i < count; i++) {
            service.submit(() -> {
                work();
                return null;
            });
        }
    }

    // All of them live at a time.
    static void crowd(int count) throws InterruptedException {
        CountDownLatch all = new CountDownLatch(count);
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = Thread.ofVirtual().start(() -> {
                all.countDown();
                try {
                    all.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                leaf(4);
            });
        }
        for (Thread thread : threads) thread.join();
    }

    public static void main(String[] words) throws Exception {
        int count = Integer.parseInt(words[0]);
        try (ExecutorService service = Executors.newVirtualThreadPerTaskExecutor()) {
            start(service, count);
        }
        ThreadFactory named = Thread.ofVirtual().name("request-", 0).factory();
        try (ExecutorService service = Executors.newThreadPerTaskExecutor(named)) {
            start(service, count);
        }
        crowd(Integer.parseInt(words[1]));
        System.out.println("done");
    }
}
