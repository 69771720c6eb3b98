/** A licence, and the packages or typefaces that come under it. */
export interface Licence {
  /** Names with their versions, such as `react 19.3.1`. */
  packages: string[];
  text: string;
}
