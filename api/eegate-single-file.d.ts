declare function singleFile(): Promise<string>;
declare function singleFileUrl(): URL;
export { singleFile, singleFileUrl };
