// The generator's own looks with the system's fonts; lessons and elements of the build run in the pages.
import { withBase } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';

export default {
  extends: theme,
  enhanceApp() {
    if (import.meta.env.SSR) return;
    const script = document.createElement('script');
    script.type = 'module';
    script.src = withBase('/eegate/eegate-elements.js');
    document.head.append(script);
  },
};
