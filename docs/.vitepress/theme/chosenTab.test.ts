import { expect, test } from 'vitest'
import { chosenTab } from './chosenTab.ts'

const curl = { title: 'curl', language: 'sh' }
const javaScript = { title: 'JavaScript', language: 'js' }
const server = { title: 'server.js', language: 'js' }
const python = { title: 'Python', language: 'python' }

test.each([
  ['nothing was chosen', [curl, python], [], -1],
  ['its title was chosen', [curl, python], [python], 1],
  ['its title was chosen, though another tab has its language', [javaScript, server], [server], 1],
  ['its language was chosen with another title', [curl, server], [javaScript], 1],
  ['the last choice does not apply, but the one before it', [curl, javaScript], [python, javaScript], 1],
  ['two choices apply: the last one decides', [curl, javaScript], [javaScript, curl], 1],
  ['no choice applies', [curl], [python], -1],
])('a code group shows a tab if %s', (_, tabs, choices, shown) => {
  expect(chosenTab(tabs, choices)).toBe(shown)
})
