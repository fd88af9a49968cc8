import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Classes that the virtual machine and the library make as they are needed, and number. */
public final class Hidden {
    interface Shape {
        int area();

        default int half() { return area() / 2; }
    }

    record Point(int x, int y) {}

    static int twice(int n) { return 2 * n; }

    static int reflected(int n) { return n + 1; }

    public static void main(String[] arguments) throws Throwable {
        int sum = 0;
        List<Supplier<Integer>> suppliers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int n = i;
            suppliers.add(() -> n * 3);
        }
        for (Supplier<Integer> supplier : suppliers) sum += supplier.get();
        IntUnaryOperator operator = Hidden::twice;
        sum += operator.applyAsInt(4);
        sum += IntStream.range(0, 100).filter(n -> n % 2 == 0).map(Hidden::twice).sum();
        Shape shape = (Shape) Proxy.newProxyInstance(
                Hidden.class.getClassLoader(), new Class<?>[] {Shape.class}, (proxy, method, words) -> 7);
        sum += shape.area();
        // After a few calls there is a class for it.
        Method method = Hidden.class.getDeclaredMethod("reflected", int.class);
        for (int i = 0; i < 40; i++) sum += (Integer) method.invoke(null, i);
        MethodHandle handle = MethodHandles.lookup().findStatic(
                Hidden.class, "twice", MethodType.methodType(int.class, int.class));
        MethodHandle filtered = MethodHandles.filterReturnValue(handle, handle);
        sum += (int) filtered.invokeExact(3);
        String text = "x" + sum + new Point(1, sum) + arguments.length + 1.5 + 'c';
        sum += new Point(1, 2).hashCode() + (new Point(1, 2).equals(new Point(1, 2)) ? 1 : 0);
        System.out.println(text.length() + " " + sum);
    }
}
