package ringscope.agent;

import java.io.File;
import java.net.URI;

/** Started by -javaagent: loads the library beside the jar, which does everything else. */
public final class Agent {
    private Agent() {}

    public static void premain(String options) {
        String library = System.getProperty("ringscope.library");
        try {
            if (library == null) {
                URI jar = Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI();
                library = new File(new File(jar).getParentFile(), "libringscope_java.so").getPath();
            }
            System.load(new File(library).getAbsolutePath());
        } catch (Exception | UnsatisfiedLinkError error) {
            System.err.println("ringscope: cannot load " + library + ": " + error.getMessage()
                    + "; the program runs without being recorded");
            return;
        }
        start(options == null ? "" : options);
    }

    public static void agentmain(String options) {
        premain(options);
    }

    private static native void start(String options);
}
