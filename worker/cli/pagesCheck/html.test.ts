import { expect, test } from 'vitest'
import type { PageScript } from '#contract/builtPages'
import { faultsOfHtml, readElements, sha384 } from './html.ts'

const nonce = 'abcdefghijklmnopqrstuv=='
const code = 'const a = "</div>"; a < 1'
const said = { name: '', purpose: '', authorizedBy: '' }
const other = 'early()'
const listed: PageScript[] = [
  { ...said, src: null, integrity: sha384(code) },
  { ...said, src: null, integrity: sha384(other) },
  { ...said, src: '/checkout-assets/1111111111111111.js', integrity: sha384('x') },
]
const ours = `<script type="module" nonce="${nonce}" src="/checkout-assets/1111111111111111.js"></script>`
const page = (more: string) =>
  `<!doctype html><html lang="en"><head><style nonce="${nonce}">a>b{}@media (width<30rem){}</style>${ours}<script type="module">${code}</script></head>` +
  `<body data-status="open"><a href="https://shop.example/?a=1&amp;b">5 &lt; 6</a><svg viewBox="0 0 1 1"><path d="M0 0"/></svg>` +
  `<button type="button" disabled>Pay</button><script type="application/json" id="data">{"a":"\\u003c"}</script>${more}</body></html>`

test('a page of the gateway has no differences and is parsed to its end', () => {
  expect(faultsOfHtml(page(''), listed, nonce)).toEqual([])
  expect(
    readElements(page(''))
      .elements.map(({ tag }) => tag)
      .join(' '),
  ).toBe('html head style script script body a svg path button script')
})

test('each inline script of the build is known, once', () => {
  const again = `<script nonce="${nonce}">${other}</script>`
  expect(faultsOfHtml(page(again), listed, nonce)).toEqual([])
  expect(faultsOfHtml(page(again + again), listed, nonce)).toEqual([`a script is repeated: ${sha384(other)}`])
})

// Markup that browsers run or load, in many notations.
test.each([
  ['<script>alert(1)</script>', 'an inline script that is not in the build: sha384-'],
  [`<script>${code} </script>`, 'an inline script that is not in the build'],
  ['<script src="https://evil.example/x.js"></script>', 'a script was added: <script src="https://evil.example/x.js">'],
  [`<script nonce="${nonce}" src="/checkout-assets/2222222222222222.js"></script>`, 'a script was added'],
  [ours, 'a script is repeated'],
  [ours.replace(nonce, 'zbcdefghijklmnopqrstuv=='), "lacks the policy's nonce"],
  [`<svg><script href="https://evil.example/x.js">${code}</script></svg>`, 'a script was added'],
  ['<script type="speculationrules">{}</script>', 'an inline script'],
  ['<script src="https://evil.example/x.js" src="/checkout-assets/1111111111111111.js"></script>', 'unexpected markup'],
  ['<script type="module" TYPE="application/json">alert(1)</script>', 'unexpected markup'],
  ['<p\u00a0class="a"></p>', 'unexpected markup'],
  ['<SCRIPT>alert(1)</SCRIPT>', 'unexpected markup: <SCRIPT>'],
  ["<img src='x' onerror='alert(1)'>", 'unexpected markup'],
  ['<img src=x onerror=alert(1)>', 'unexpected markup'],
  ['<img/src="x"onerror="alert(1)">', 'unexpected markup'],
  ['<img alt="" onerror="alert(1)">', 'that the gateway never writes, onerror'],
  ['<p ONCLICK="alert(1)">', 'that the gateway never writes, onclick'],
  ['<!-- <script>alert(1)</script> -->', 'unexpected markup: <!--'],
  ['<style></noscript><script>alert(1)</script></style>', 'unexpected markup'],
  ['<svg><style><img alt=""></style></svg>', 'unexpected markup'],
  ['<script type="application/json"></noscript><img></script>', 'unexpected markup'],
  [`<script type="application/json" src="https://evil.example/x.js"></script>`, 'a script was added'],
  ['<a href="javascript:alert(1)">x</a>', 'that the gateway never writes, href'],
  ['<a href="&#106;avascript:alert(1)">x</a>', 'that the gateway never writes, href'],
  ['<img src="//evil.example/x.png">', 'that the gateway never writes, src'],
  ['<iframe src="https://evil.example/"></iframe>', 'an element was added: <iframe'],
  ['<base href="https://evil.example/">', 'an element was added: <base'],
  ['<form action="https://evil.example/"></form>', 'an element was added: <form'],
  ['<link rel="stylesheet" href="https://evil.example/x.css">', 'an element was added: <link'],
  ['<link rel="expect stylesheet" href="https://evil.example/x.css">', 'an element was added: <link'],
  ['<meta http-equiv="refresh" content="0;url=https://evil.example/">', 'that the gateway never writes, http-equiv'],
  ['<button formaction="https://evil.example/">Pay</button>', 'that the gateway never writes, formaction'],
])('page check reports %j', (added, message) => {
  expect(faultsOfHtml(page(added), listed, nonce).join('\n')).toContain(message)
})
