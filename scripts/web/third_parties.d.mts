export const thirdParties: readonly {
  name: string;
  version: string;
  licence: string;
  purl: string;
  place: string;
  texts: { source?: string; file: string }[];
}[];
