import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Prints in which order modules are built: those first on which the most work depends. */
public final class BuildOrder {
  static final class Module {
    final String name;
    final int work;
    final List<Module> users = new ArrayList<>();

    Module(String name, int work) {
      this.name = name;
      this.work = work;
    }

    /** The work of the longest chain of modules that begins with this one. */
    long chain() {
      long longest = 0;
      for (Module user : users) longest = Math.max(longest, user.chain());
      return work + longest;
    }
  }

  private final List<Module> modules = new ArrayList<>();

  /** Modules in layers; each is used by some of the next layer. */
  BuildOrder(int layers, int width, Random random) {
    for (int layer = 0; layer < layers; ++layer) {
      for (int k = 0; k < width; ++k) {
        Module module = new Module("m" + layer + "_" + k, 1 + random.nextInt(50));
        for (int u = 0; u < 2 && layer > 0; ++u) {
          modules.get((layer - 1) * width + random.nextInt(width)).users.add(module);
        }
        modules.add(module);
      }
    }
  }

  List<Module> sorted() {
    List<Module> order = new ArrayList<>(modules);
    order.sort(Comparator.comparingLong(Module::chain).reversed().thenComparing(module -> module.name));
    return order;
  }

  public static void main(String[] arguments) {
    int layers = Integer.parseInt(arguments[0]), width = Integer.parseInt(arguments[1]);
    List<Module> order = new BuildOrder(layers, width, new Random(7)).sorted();
    for (Module module : order.subList(0, 5)) System.out.println(module.name + " " + module.chain());
  }
}
