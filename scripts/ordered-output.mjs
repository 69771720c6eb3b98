/**
 * Prints the output of parallel steps in order. Returns a function that opens the next step's output, with `write` and
 * `end`: its text is printed at once if all earlier outputs have ended, and otherwise when they have.
 */
export function orderOutput(print) {
  const outputs = [];
  const flush = () => {
    while (outputs.length > 0) {
      for (const text of outputs[0].waiting.splice(0)) print(text);
      if (!outputs[0].isOver) return;
      outputs.shift();
    }
  };
  return function open() {
    const output = { waiting: [], isOver: false };
    outputs.push(output);
    return {
      write(text) {
        output.waiting.push(text);
        if (outputs[0] === output) flush();
      },
      end() {
        output.isOver = true;
        flush();
      },
    };
  };
}
