static void __attribute__((noinline)) plugin_inner(void (*call)(void)) {
  call();
  __asm__ volatile("");
}
void plugin_entry(void (*call)(void));
void plugin_entry(void (*call)(void)) {
  plugin_inner(call);
  __asm__ volatile("");
}
