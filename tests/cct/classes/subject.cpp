// Classes whose debug information the test reads.
namespace ringscope::zoo {

struct Animal {
  virtual ~Animal() = default;
  [[nodiscard]] virtual int Legs() const { return 0; }
};

template <typename T>
class Pair : public Animal {
 public:
  class Half {
   public:
    [[nodiscard]] int Count() const { return count; }
    int count = 1;
  };
  [[nodiscard]] int Legs() const override { return Half().Count() + static_cast<int>(sizeof(T)); }
};

class Bird final : public Pair<int> {
 public:
  [[nodiscard]] int Legs() const override { return 2; }
};

int CountLegs(int which) {
  const Bird bird;
  const Pair<int> pair;
  const Animal* const animals[] = {&bird, &pair};
  return animals[which % 2]->Legs();
}

}  // namespace ringscope::zoo
