declare const config: { mutate: string[] };
export default config;
