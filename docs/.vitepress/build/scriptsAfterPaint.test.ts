import { expect, test } from 'vitest'
import { scriptsAfterPaint } from './scriptsAfterPaint.ts'

const page = `<head>
    <link rel="stylesheet" href="./style.css">
    <script type="module" src="./assets/metadata.js"></script>
    <script type="module" src="./assets/app.js"></script>
    <link rel="modulepreload" href="./assets/theme.js">
  </head>`

test('a built page loads its style sheet with the page, and its scripts by the loader alone, in their order', () => {
  const html = scriptsAfterPaint(page)
  expect(html).toContain('<link rel="stylesheet" href="./style.css">')
  expect(html).not.toMatch(/<script type="module"|<link rel="modulepreload"/)
  expect(html).toContain(`["./assets/theme.js"]`)
  expect(html).toContain(`["./assets/metadata.js","./assets/app.js"]`)
})

test('a page without scripts fails the build, since VitePress must have changed how it writes them', () => {
  expect(() => scriptsAfterPaint('<head></head>')).toThrow('loads no script')
})
