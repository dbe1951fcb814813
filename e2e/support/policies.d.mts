export interface Place {
  title: string;
  policy?: string;
  frame?: string;
  own?: boolean;
}

export interface Told {
  place?: string;
  n?: number;
  code?: string;
  message?: string;
  hint?: string;
}

export const places: Place[];
export const engines: string[];
export function openPlaces(
  library: string,
): Promise<{ urlOf(place: Place): string; close(): void }>;
export function judge(engine: string, place: Place, told: Told): string[];
