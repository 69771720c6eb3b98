import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type * as SampleEmails from '../server/testing/sample-emails.ts';

/** Creates a Vite plugin that gives `/dev` every e-mail, in development alone: no build has it. */
export const createEmailsPlugin = (): Plugin => ({
  name: 'dev-emails',
  apply: 'serve',
  configureServer({ config, middlewares }) {
    const file = path.join(config.root, 'server/testing/sample-emails.ts');
    const renderEmails = async () => {
      // Only when it is asked for, and by Node itself: what sends e-mails is no part of what Vite serves.
      const emails = (await import(pathToFileURL(file).href)) as typeof SampleEmails;
      return JSON.stringify(await emails.renderSampleEmails());
    };
    middlewares.use('/dev/emails.json', (_request, response, next) => {
      renderEmails().then((body) => {
        response.setHeader('content-type', 'application/json');
        response.end(body);
      }, next);
    });
  },
});
