/** What is wrong with a script, and where; `line` and `column` count from 1. Authors read `message`. */
export interface ScriptError {
  line: number;
  column?: number;
  /** Stable: tools and tests hold on to it, the message may be reworded. */
  code: string;
  message: string;
}
