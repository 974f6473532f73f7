import { readFileSync } from 'node:fs'

const types: Record<string, string> = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' }

/** Static files by URL path. */
export const files: Record<string, { type: string; body: string }> = Object.fromEntries(
  [
    'shop/public/shop.css',
    'shop/public/copy.js',
    'shop/public/embedded.js',
    'shop/public/icon.svg',
    'gallery/public/gallery.css',
    'gallery/public/gallery.js',
    'inbox/public/inbox.css',
    'mail/public/mail.css',
    'mail/public/mail.js',
    'reader/public/reader.css',
    'studio/public/studio.css',
  ].map((path) => [
    path.slice(path.lastIndexOf('/')),
    {
      type: `${types[path.slice(path.lastIndexOf('.') + 1)]}; charset=utf-8`,
      body: readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'),
    },
  ]),
)
