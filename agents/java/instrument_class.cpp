#include "agents/java/instrument_class.h"

#include <algorithm>
#include <utility>

#include "agents/java/class_file/bytecode.h"
#include "agents/java/class_file/class_file.h"
#include "agents/java/class_file/code_attribute.h"
#include "agents/java/instrument_code.h"

namespace ringscope::java {

namespace {

bool IsIn(const std::vector<std::string>& packages, std::string_view name) {
  return std::any_of(packages.begin(), packages.end(), [&](const std::string& package) {
    if (!name.starts_with(package)) return false;
    return name.size() == package.size() || package.empty() || package.back() == '.' ||
           name[package.size()] == '.' || name[package.size()] == '$';
  });
}

// The name of the method that a lambda's class calls, as the class's own name only has a number.
std::string LambdaBodyOf(const ClassFile& file) {
  for (const MethodInfo& method : file.methods) {
    if (method.name == "<init>" || (method.access & kAccStatic) != 0) continue;
    const Attribute* const attribute = CodeAttributeOf(method);
    Code code;
    if (attribute == nullptr || !ReadCode(attribute->content, file.pool, code)) continue;
    std::string called;
    for (const Instruction& instruction : code.list.instructions) {
      if (instruction.opcode < kInvokevirtual || instruction.opcode > kInvokeinterface) continue;
      const MemberName member = file.pool.Member(U2At(code.bytes, instruction.pc + 1));
      // Boxing and casts may surround the call.
      if (called.empty() || member.name.starts_with("lambda$")) called = member.name;
    }
    if (called == "<init>") called = "new";
    if (!called.empty()) return called;
  }
  return {};
}

// The slot of the bytes of a hidden class in the method that defines it; 0: another method.
uint32_t ClassBytesSlotOf(const ClassFile& file, const MethodInfo& method) {
  const bool defines = file.name.starts_with("java/lang/System") && method.name == "defineClass" &&
                       method.descriptor ==
                           "(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[BLjava/security/"
                           "ProtectionDomain;ZILjava/lang/Object;)Ljava/lang/Class;";
  return !defines ? 0 : (method.access & kAccStatic) != 0 ? 3 : 4;
}

// Whether the VM itself calls the method in a thread of Java, whatever the thread was doing.
bool StartsAtRoot(const ClassFile& file, const MethodInfo& method) {
  return file.name == "java/lang/Thread" &&
         (method.name == "exit" || method.name == "dispatchUncaughtException");
}

// Whether methods of the class mount and unmount virtual threads. They are called in one thread and return in
// another one, so they have no contexts.
bool ChangesThread(std::string_view class_name) {
  constexpr std::string_view kClasses[] = {"java/lang/VirtualThread", "jdk/internal/vm/Continuation"};
  return std::any_of(std::begin(kClasses), std::end(kClasses), [&](std::string_view of) {
    return class_name.starts_with(of) && (class_name.size() == of.size() || class_name[of.size()] == '$');
  });
}
// Whether the method is the body of a virtual thread, in that thread.
bool EndsThread(const ClassFile& file, const MethodInfo& method) {
  return file.name == "java/lang/VirtualThread" && method.name == "run" &&
         method.descriptor == "(Ljava/lang/Runnable;)V";
}

constexpr std::string_view kIntrinsicAnnotation = "Ljdk/internal/vm/annotation/IntrinsicCandidate;";

// Whether the method has a meaning to the VM beyond its bytecode.
bool IsSpecialIntrinsic(const ClassFile& file, const MethodInfo& method) {
  return (file.name == "java/lang/Object" && method.name == "<init>") ||
         (file.name == "java/lang/reflect/Method" && method.name == "invoke");
}

}  // namespace

bool ClassFilter::Follows(std::string_view shown_name) const {
  return (include.empty() || IsIn(include, shown_name)) && !IsIn(exclude, shown_name);
}

std::optional<InstrumentedClass> InstrumentClass(Bytes class_file, bool is_hidden,
                                                 const InstrumentOptions& options,
                                                 FunctionRegistry& functions) {
  ClassFile file;
  if (!ReadClassFile(class_file, file)) return std::nullopt;
  if (file.name == kProbeClass || file.name.starts_with("ringscope/agent/") ||
      file.name.starts_with("ringscope/probe/"))
    return std::nullopt;
  std::string shown = ShownClassName(file.name);
  if (is_hidden && shown.ends_with("$$Lambda")) {
    const std::string body = LambdaBodyOf(file);
    if (!body.empty()) shown += "$" + body;
  }
  const bool changes_thread = ChangesThread(file.name);
  const bool follows = options.filter.Follows(shown) && !changes_thread;
  const uint32_t class_number = functions.ClassOf(shown);
  if (class_number == 0) return std::nullopt;
  if (!file.superclass.empty()) {
    functions.SetSuperclass(class_number, functions.ClassOf(ShownClassName(file.superclass)));
  }
  std::string source(file.source_file);
  if (const size_t slash = file.name.rfind('/'); slash != std::string_view::npos && !source.empty()) {
    source = std::string(file.name.substr(0, slash + 1)) + source;
  }
  for (const MethodInfo& method : file.methods) {
    if ((method.access & kAccNative) != 0 && follows) {
      const uint32_t final_class = file.access & kAccFinal;
      functions.AddNative({file.name, method.name, method.descriptor},
                          static_cast<uint16_t>(method.access | final_class));
    }
  }
  InstrumentedClass done{.name = std::string(file.name)};
  BigEndianWriter methods;
  methods.Reserve(class_file.size() * 2);
  methods.U2(static_cast<uint32_t>(file.methods.size()));
  bool has_changed = false;
  for (const MethodInfo& method : file.methods) {
    methods.U2(method.access);
    methods.U2(method.name_index);
    methods.U2(method.descriptor_index);
    methods.U2(static_cast<uint32_t>(method.attributes.size()));
    for (const Attribute& attribute : method.attributes) {
      methods.U2(attribute.name_index);
      BigEndianWriter code;
      bool is_instrumented = false;
      const bool ends_thread = EndsThread(file, method);
      if (attribute.name == "Code" && (!changes_thread || ends_thread)) {
        const std::string name = shown + "." + std::string(method.name);
        const bool is_left_out = follows && options.left_out.Match(name);
        CodeOptions code_options{.follows = follows,
                                 .has_context = !is_left_out,
                                 .tells_call_sites = options.tells_call_sites,
                                 .starts_at_root = StartsAtRoot(file, method),
                                 .ends_thread = ends_thread,
                                 .class_bytes_slot = ClassBytesSlotOf(file, method)};
        if (follows && !is_left_out) {
          if (options.counts_types) {
            code_options.typed =
                RolesOf(method.descriptor, (method.access & kAccStatic) != 0, method.name == "<init>");
          }
          code_options.function = functions.Add({.class_number = class_number,
                                                 .line = FirstLineOf(file.pool, method),
                                                 .code_hash = CodeHashOf(file.pool, method),
                                                 .name = name,
                                                 .file = source,
                                                 .roles = code_options.typed},
                                                method.descriptor);
        }
        is_instrumented =
            (!follows || is_left_out || code_options.function != 0) &&
            InstrumentCode(file, method, attribute.content, code_options, options, functions, code);
        // A method near the limits of code may have room for its calls alone. The lines of its calls go
        // first, then the types.
        while (!is_instrumented && code_options.function != 0 &&
               (code_options.typed.count > 0 || code_options.tells_call_sites)) {
          if (!std::exchange(code_options.tells_call_sites, false)) code_options.typed = {};
          is_instrumented =
              InstrumentCode(file, method, attribute.content, code_options, options, functions, code);
        }
        if (!is_instrumented && follows) ++done.skipped_methods;
      }
      const Bytes content = is_instrumented ? code.bytes() : attribute.content;
      has_changed = has_changed || is_instrumented;
      methods.U4(static_cast<uint32_t>(content.size()));
      methods.Append(content);
    }
    if ((method.access & kAccNative) == 0 && !IsSpecialIntrinsic(file, method) &&
        HasAnnotation(file.pool, method.attributes, kIntrinsicAnnotation)) {
      done.intrinsics.push_back({std::string(method.name), std::string(method.descriptor)});
    }
  }
  if (!has_changed || file.pool.is_full()) return std::nullopt;
  done.bytes.Reserve(class_file.size() * 3);
  done.bytes.U4(0xCAFEBABE);
  done.bytes.U2(file.minor_version);
  done.bytes.U2(file.major_version);
  file.pool.Write(done.bytes);
  done.bytes.Append(file.head);
  done.bytes.Append(methods.bytes());
  done.bytes.Append(file.tail);
  return done;
}

}  // namespace ringscope::java
