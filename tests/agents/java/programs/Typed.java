/** Calls whose objects have types that are known by heart. */
public final class Typed {
    static class Shape {
        Object get(double scale, Object with) {
            return with;
        }

        int size() {
            return 1;
        }
    }

    static final class Circle extends Shape {}

    static final class Square extends Shape {}

    Typed(Object first) {}

    static Object fails(String[] texts, int[][] numbers) {
        if (texts == null) throw new IllegalArgumentException();
        return numbers;
    }

    static void many(Object of) {}

    static int nine(boolean a, byte b, char c, short d, int e, long f, float g, double h, Object i) {
        return 1;
    }

    static Runnable lambda(Runnable of) {
        return of;
    }

    static Object often(Shape shape, long n) {
        return n % 4 == 0 ? null : shape.get(n, shape);
    }

    public static void main(String[] arguments) throws Exception {
        Shape[] shapes = {new Circle(), new Circle(), new Square(), new Shape()};
        for (Shape shape : shapes) shape.get(1.5, "text");
        shapes[0].get(2, null);
        shapes[2].size();
        for (String[] texts : new String[][] {{}, null, {}}) {
            try {
                fails(texts, new int[0][]);
            } catch (IllegalArgumentException e) {
                continue;
            }
        }
        Object[] some = {1, 2L, 3f, 4.0, 'c', "s", true, (byte) 1, (short) 2, new int[0], null};
        for (int i = 0; i < 3; i++) {
            for (Object of : some) many(of);
        }
        nine(true, (byte) 1, 'c', (short) 1, 1, 1L, 1f, 1.0, "not seen");
        new Typed(null);
        lambda(() -> many(arguments));
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(() -> often(new Square(), 1), "worker");
            thread.start();
            thread.join();
        }
        for (int i = 0; i < 40000; i++) often(shapes[i & 3], i);
    }
}
