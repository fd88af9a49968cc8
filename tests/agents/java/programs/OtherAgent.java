import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;

/** An agent beside the recorder: it transforms, retransforms and redefines classes to what they are. */
public final class OtherAgent {
    public static void premain(String options, Instrumentation instrumentation) throws Exception {
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                    byte[] bytes) {
                return name != null && name.startsWith("Counting") ? bytes.clone() : null;
            }
        }, true);
        instrumentation.retransformClasses(ArrayList.class);
        try (InputStream in = Object.class.getResourceAsStream("/java/util/HashMap.class")) {
            instrumentation.redefineClasses(new ClassDefinition(HashMap.class, in.readAllBytes()));
        }
    }
}
