// Rows of a few numbers, by the number of each (of a prompt, of a place in time), of those that there are alone. One flat list: of thousands of
// models and companies, most pairs have a row or two.

export class SparseRows {
  /** Of each row in turn, by its number ascending: the number, and its sums. */
  readonly numbers: number[] = [];
  /** Where the last row was added to: the next one is mostly there or behind it. */
  #last = 0;

  /** Each row has `width` numbers, the first of which is its own. */
  constructor(private readonly width: number) {}

  /** How many there are. */
  get length(): number {
    return this.numbers.length / this.width;
  }

  /** Where a row begins in `numbers`: one of zeros if there was none yet. */
  reserve(number: number): number {
    const { numbers, width } = this;
    const last = this.#last;
    if (numbers[last] === number) return last;
    if (numbers[last + width] !== number) this.#last = this.insert(number);
    else this.#last = last + width;
    return this.#last;
  }

  /** Where a row begins in `numbers`; -1 if there is none. */
  find(number: number): number {
    const at = this.search(number);
    return this.numbers[at] === number ? at : -1;
  }

  private insert(number: number): number {
    const { numbers, width } = this;
    const at = this.search(number);
    if (numbers[at] === number) return at;
    for (let left = width; left > 0; left--) numbers.push(0);
    for (let to = numbers.length - 1; to >= at + width; to--) numbers[to] = numbers[to - width] ?? 0;
    numbers[at] = number;
    numbers.fill(0, at + 1, at + width);
    return at;
  }

  /** Where the first row begins whose number is not less. */
  private search(number: number): number {
    const { numbers, width, length } = this;
    if ((numbers[(length - 1) * width] ?? -1) < number) return numbers.length;
    let [low, high] = [0, length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[middle * width] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low * width;
  }
}
