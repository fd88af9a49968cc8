import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** Loads one class again and again, each time by a loader of its own, and says how many loaders stay. */
public final class Loaders {
    public static class One implements Runnable {
        @Override
        public void run() {}
    }

    static final class Loader extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass("Loaders$One", bytes, 0, bytes.length);
        }
    }

    public static void main(String[] arguments) throws Exception {
        byte[] bytes;
        try (InputStream file = Loaders.class.getResourceAsStream("Loaders$One.class")) {
            bytes = file.readAllBytes();
        }
        List<WeakReference<Loader>> loaders = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            Loader loader = new Loader();
            ((Runnable) loader.define(bytes).getDeclaredConstructor().newInstance()).run();
            loaders.add(new WeakReference<>(loader));
        }
        int left = loaders.size();
        for (int round = 0; round < 100 && left > 300; round++) {
            System.gc();
            left = 0;
            for (WeakReference<Loader> loader : loaders) left += loader.get() == null ? 0 : 1;
        }
        System.out.print(left > 300 ? left + " loaders stay" : "ok");
    }
}
