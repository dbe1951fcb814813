export interface Page {
  page: string;
  title?: string;
  /** The text that the page is made of, or of whose section below `heading`. */
  source?: string;
  heading?: string;
  /** The folder of whose texts the page is made. */
  sources?: string;
}
export const sections: { title: string; folder: string; pages: Page[] }[];
export function pageAddresses(): Map<string, string>;
