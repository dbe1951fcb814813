export interface Component {
  name: string;
  group?: string;
  version: string;
  scope: 'required' | 'excluded';
  purl: string;
  'bom-ref': string;
  hashes?: { alg: string; content: string }[];
  licenses?: { expression: string }[];
}

export interface Lock {
  packages: Record<
    string,
    { name?: string; version?: string; integrity?: string; license?: string }
  >;
}

export function billOfMaterials(
  lock: Lock,
  bundled: readonly string[],
): { bomFormat: string; specVersion: string; components: Component[] };
