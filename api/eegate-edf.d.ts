declare class EdfFile {
    #private;
    readonly header: EdfHeader;
    read(signal: number | string, options?: {
        first?: number | undefined;
        n?: number | undefined;
    }): Promise<Floats>;
}
declare function openEdf(file: Blob | ArrayBuffer | Uint8Array): Promise<EdfFile>;
export { EdfFile, EdfHeader, EdfSignal, openEdf };
export { EegateError } from './eegate.js';
import type { EegateError, Floats } from './eegate.js';
interface EdfHeader {
    format: 'EDF' | 'EDF+C' | 'EDF+D' | 'BDF' | 'BDF+C' | 'BDF+D';
    patient: string;
    recordingField: string;
    startedAt: string;
    headerBytes: number;
    fileBytes: number;
    nRecords: number;
    declaredRecords: number;
    recordDurationS: number;
    recordBytes: number;
    durationS: number;
    signals: EdfSignal[];
    warnings: string[];
}
interface EdfSignal {
    label: string;
    transducer: string;
    unit: string;
    prefiltering: string;
    physicalMin: number;
    physicalMax: number;
    digitalMin: number;
    digitalMax: number;
    sfreq: number;
    nSamples: number;
    samplesPerRecord: number;
    kind: 'ordinary' | 'annotations' | 'status';
    calibrated: boolean;
    microvolts: number | null;
    recordOffset: number;
}
