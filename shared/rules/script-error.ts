/** A fault in a script; `line` and `column` count from 1. Authors read `message`. */
export interface ScriptError {
  line: number;
  column?: number;
  /** Stable, for tools and tests; the message may be reworded. */
  code: string;
  message: string;
}
