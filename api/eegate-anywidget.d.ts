declare const widget: {
    render: typeof render;
};
declare function render({ model, el }: {
    model: WidgetModel;
    el: HTMLElement;
}): () => void;
export default widget;
export { WidgetModel };
interface WidgetModel {
    get(trait: string): unknown;
    set(trait: string, value: unknown): void;
    save_changes(): void;
    on(event: string, listener: () => void): void;
    off(event: string, listener: () => void): void;
}
