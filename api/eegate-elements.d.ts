declare const EegClassifier: {
    new (): EegClassifier;
};
declare const EegDrill: {
    new (): EegDrill;
};
declare const EegLesson: {
    new (): EegLesson;
};
declare const EegViewer: {
    new (): EegViewer;
};
declare function configure(options: EngineOptions): void;
declare function defineElements(): void;
declare global {
    interface HTMLElementTagNameMap {
        'eeg-viewer': EegViewer;
        'eeg-classifier': EegClassifier;
        'eeg-lesson': EegLesson;
        'eeg-drill': EegDrill;
    }
    interface HTMLElementEventMap {
        'eegate-open': CustomEvent<Recording['info']>;
        'eegate-view': CustomEvent<ViewRange>;
        'eegate-compatibility': CustomEvent<Compatibility>;
        'eegate-prediction': CustomEvent<Prediction>;
        'eegate-done': CustomEvent<Prediction[]>;
        'eegate-lesson': CustomEvent<LessonRead>;
        'eegate-step': CustomEvent<LessonStep>;
        'eegate-answer': CustomEvent<LessonAnswer>;
        'eegate-drill-answer': CustomEvent<DrillAnswer>;
        'eegate-drill-done': CustomEvent<DrillScore>;
        'eegate-error': CustomEvent<EegateError>;
    }
}
export { DrillAnswer, DrillScore, EegClassifier, EegDrill, EegJsxElements, EegLesson, EegViewer, LessonAnswer, LessonRead, LessonStep, ViewRange, configure, defineElements };
import type { Compatibility, EegateError, EngineOptions, Prediction, Recording } from './eegate.js';
interface DrillAnswer {
    truth: string;
    chosen: string;
    predicted: string;
    probability: number;
}
interface DrillScore {
    n: number;
    nYours: number;
    nModel: number;
    nHard: number;
}
interface EegClassifier extends EegElementFace {
    model: string;
    modelFile: Blob | null;
    autorun: boolean;
    readonly predictions: Prediction[];
    readonly compatibility: Compatibility | null;
    classify(): Promise<Prediction[]>;
    stop(): void;
}
interface EegDrill extends EegElementFace {
    model: string;
    modelFile: Blob | null;
    windows: number;
    seed: number;
    begin(): Promise<void>;
    answer(chosen: string): void;
}
interface EegElementFace extends HTMLElement {
    src: string | null;
    sample: boolean;
    fixed: boolean;
    file: Blob | null;
    theme: string | null;
    readonly recording: Recording | null;
}
interface EegJsxElements<Common = object> {
    'eeg-viewer': JsxElement<Common, EegViewer, Opened | 'channels' | 'start' | 'duration'>;
    'eeg-classifier': JsxElement<Common, EegClassifier, Opened | 'model' | 'modelFile' | 'autorun'>;
    'eeg-lesson': JsxElement<Common, EegLesson, 'src' | 'text' | 'step' | 'recording' | 'recordingFile' | 'model' | 'page'>;
    'eeg-drill': JsxElement<Common, EegDrill, Opened | 'model' | 'modelFile' | 'windows' | 'seed'>;
}
interface EegLesson extends HTMLElement {
    src: string | null;
    text: string | null;
    step: number;
    recording: string | null;
    recordingFile: Blob | null;
    model: string;
    theme: string | null;
    page: string | null;
}
interface EegViewer extends EegElementFace {
    channels: string | null;
    start: number;
    duration: number;
}
interface LessonAnswer {
    step: number;
    question: number;
    chosen: number | null;
    isRight: boolean | null;
}
interface LessonRead {
    title: string;
    summary: string;
    steps: string[];
    problems: {
        line: number;
        message: string;
    }[];
}
interface LessonStep {
    step: number;
    title: string;
}
interface ViewRange {
    startS: number;
    durationS: number;
}
type Events = Pick<HTMLElementEventMap, Extract<keyof HTMLElementEventMap, `eegate-${string}`>>;
type Handlers = {
    [Name in keyof Events as `on${Name}` | `on:${Name}`]?: (event: Events[Name]) => void;
};
type JsxElement<Common, Face, Names extends keyof Face> = Omit<Common, keyof Handlers | Names | 'theme'> & Handlers & {
    theme?: 'light' | 'dark' | null | undefined | undefined;
} & {
    [Name in Names]?: Face[Name] | undefined;
};
type Opened = 'src' | 'sample' | 'fixed' | 'file';
