// Line and branch coverage of JavaScript from V8's counts (NODE_V8_COVERAGE), over any number of processes. A line is
// covered if one of its characters was executed in one of the processes. A branch is a function, or a block whose
// count differs from that of the code around it in one of the processes; other blocks are not reported by V8.

/** Counts of one script over all processes. */
export class ScriptCoverage {
  #source;
  #executed;
  #branches = new Set();

  /** @param {string} source */
  constructor(source) {
    this.#source = source;
    this.#executed = new Uint8Array(source.length);
  }

  /**
   * Adds the counts of a process: `functions` of a script, as V8's Profiler.takePreciseCoverage returns them.
   *
   * @param {{ ranges: { startOffset: number, endOffset: number, count: number }[] }[]} functions
   */
  add(functions) {
    const executed = new Uint8Array(this.#source.length);
    const ranges = functions.flatMap((each) => each.ranges).sort(outerFirst);
    for (const { startOffset, endOffset, count } of ranges) {
      executed.fill(count > 0 ? 1 : 0, startOffset, endOffset);
      const isScript = startOffset === 0 && endOffset >= this.#source.length;
      if (!isScript) this.#branches.add(startOffset);
    }
    for (const [i, isExecuted] of executed.entries()) this.#executed[i] |= isExecuted;
  }

  /** Returns how many lines and branches there are, and how many of them are covered. */
  get summary() {
    const lines = this.#lines();
    return {
      lines: { count: lines.length, covered: lines.filter(Boolean).length },
      branches: {
        count: this.#branches.size,
        covered: [...this.#branches].filter((start) => this.#executed[start]).length,
      },
    };
  }

  // Returns for each line that is not only a comment whether it is covered.
  #lines() {
    const isCovered = [];
    for (const { 0: line, index } of this.#source.matchAll(/^.*\S.*$/gm)) {
      if (/^\s*(\/\/|\/?\*)/.test(line)) continue;
      const first = index + line.search(/\S/);
      isCovered.push(this.#executed.subarray(first, index + line.length).includes(1));
    }
    return isCovered;
  }
}

const outerFirst = (one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset;
