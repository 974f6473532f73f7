import { closeCodes } from '#contract/terminals/device'
import { noPrompts } from '#contract/terminals/device.fixtures'
import { axeViolations } from '../../widget/testing/axe.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { code, payment, ReaderGateway } from '../pages/readerGateway.ts'
import { ReaderPage } from '../pages/readerPage.ts'

/** A reader on screen, and in place of the gateway one that says what the test wants. */
const test = base.extend<{ standIn: ReaderGateway; reader: ReaderPage; log: string[] }>({
  standIn: async ({ page }, use) => {
    const standIn = new ReaderGateway()
    await standIn.listen(page)
    await use(standIn)
  },
  reader: async ({ page, local }, use) => use(new ReaderPage(page, local.shop)),
  /** Whatever the page prints, and what its policy refuses. */
  log: async ({ page }, use) => {
    const log: string[] = []
    page.on('console', (message) => log.push(message.text()))
    page.on('pageerror', ({ message }) => log.push(message))
    await use(log)
  },
})

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

test('shows its code, and takes a whole payment by keyboard alone, of which no card stays behind', async ({
  standIn,
  reader,
  page,
  log,
}) => {
  await reader.open()
  await expect(reader.code).toHaveText(`Code: ${code.split('').join(', ')}.${code}`)
  standIn.pair()
  await expect(reader.title('Ready')).toBeVisible()
  await expect(reader.light).toHaveText('Online')
  // The key outlives the page.
  await page.reload()
  await expect(reader.title('Ready')).toBeVisible()
  await standIn.hears('login', 2)

  standIn.pay(payment('71'))
  await standIn.hears('received')
  await expect(reader.title('Add a tip?')).toBeFocused()
  await reader.press('$4.00 makes $28.00')
  await reader.press('Key in the card')
  await reader.keyIn('Card number', '4242424242424241')
  await expect(page.getByRole('alert')).toHaveText('One digit is not right.')
  await standIn.hears('presented')
  await page.keyboard.press('Backspace')
  await reader.keyIn('Card number', '2')
  await reader.keyIn('Valid through', '1234')
  await reader.keyIn('Security code', '987')
  await reader.keyIn('Postal code', 'k1a 0b1')
  await expect(reader.title('Pay this amount?')).toBeFocused()
  await reader.press('Yes')
  await reader.press('Sign with your name')
  await reader.keyIn('Please sign', 'Robin Chipper')

  const frame = await standIn.hears('card')
  expect(frame).toMatchObject({ session: '71', tipAmount: '4.00', amountConfirmed: true })
  expect(await standIn.open(frame.card)).toEqual({
    accountNumber: '4242424242424242',
    expires: '1234',
    verificationValue: '987',
    postalCode: 'K1A 0B1',
    session: '71',
    entryMode: 'keyed',
  })
  const signature = Buffer.from(frame.signature ?? '', 'base64')
  expect(signature.subarray(0, 8)).toEqual(pngStart)
  await expect(reader.title('Processing')).toBeFocused()
  const traces = [await reader.traces(), ...log].join('\n')
  expect(traces).toContain('Front desk')
  for (const secret of ['4242', '1234', '12 / 34', '987', 'K1A']) expect(traces).not.toContain(secret)

  standIn.say({ type: 'processing', session: '71' })
  standIn.end('71', 'completed', '28.00')
  await expect(reader.title('Approved')).toBeFocused()
  await expect(page.getByText('with a tip of $4.00')).toBeVisible()
  await reader.press('Done')
  await expect(reader.title('Ready')).toBeVisible()
  expect(log).toEqual([])
})

test('sends the very same card again where the connection was lost before anybody answered', async ({
  standIn,
  reader,
  page,
}) => {
  await reader.open()
  await reader.code.waitFor()
  standIn.pair()
  await reader.title('Ready').waitFor()
  standIn.pay(payment('72', { prompts: { ...noPrompts, cvv: true } }))
  await reader.key('Amex ending in 0005').click()
  await standIn.hears('presented')
  await expect(reader.title('Security code')).toBeVisible()
  for (const digit of '1234') await reader.key(digit).click()
  // The line breaks while the shopper is at it, and nothing of that is lost.
  standIn.close(1006)
  await standIn.hears('login', 2)
  await reader.key('Next').click()
  const first = await standIn.hears('card')
  standIn.payment = { ...standIn.payment!, state: 'awaiting_card' }
  standIn.close(1006)
  await expect(reader.light).toHaveText('Connecting')
  // The browser knows when it is online again, so nobody waits.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  expect(await standIn.hears('card', 2)).toEqual(first)
  expect(await standIn.open(first.card)).toMatchObject({ verificationValue: '1234', entryMode: 'tapped' })
  await expect(reader.title('Processing')).toBeVisible()

  standIn.say({ type: 'error', session: '72', error: 'card_invalid', text: '' })
  await expect(reader.title('Tap a card')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('That card could not be read. Please present it again.')
  await reader.key('Cancel').click()
  await standIn.hears('cancel')
  standIn.end('72', 'canceled')
  await expect(reader.title('Canceled')).toBeVisible()
})

for (const { colorScheme, width, height } of [
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 1280, height: 800 },
] as const)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' })

    test('every screen is read with a screen reader and weak eyes, touched by big fingers, and never scrolls', async ({
      standIn,
      reader,
      page,
    }) => {
      const look = async (title: string): Promise<void> => {
        await expect(reader.title(title)).toBeVisible()
        expect(await axeViolations(page, { practices: true }), title).toEqual([])
        const { beyond, small } = await page.evaluate(() => ({
          beyond: [
            document.documentElement.scrollWidth - innerWidth,
            document.documentElement.scrollHeight - innerHeight,
          ],
          small: [...document.querySelectorAll<HTMLElement>('button, input')]
            .filter((element) => element.checkVisibility())
            .filter((element) => Math.min(element.offsetWidth, element.offsetHeight) < 44)
            .map(({ outerHTML }) => outerHTML),
        }))
        expect(Math.max(...beyond), title).toBe(0)
        expect(small, title).toEqual([])
      }

      await reader.open()
      await look('Pair this reader')
      standIn.pair()
      await look('Ready')
      standIn.pay(payment('73'))
      await look('Add a tip?')
      await reader.key('No tip').click()
      await look('Tap a card')
      await reader.key('Key in the card').click()
      await reader.keyIn('Card number', '55')
      await look('Card number')
      await reader.keyIn('Card number', '55555555554444')
      await look('Valid through')
      await reader.keyIn('Valid through', '1234')
      await look('Security code')
      await reader.keyIn('Security code', '123')
      await reader.key('ABC').click()
      await look('Postal code')
      await reader.keyIn('Postal code', '46201')
      await look('Pay this amount?')
      await reader.key('Yes').click()
      await look('Please sign')
      await reader.key('Sign with your name').click()
      await look('Please sign')
      await reader.key('Sign by hand').click()
      const { x, y } = (await page.locator('canvas').boundingBox())!
      await page.mouse.move(x + 40, y + 60)
      await page.mouse.down()
      await page.mouse.move(x + 120, y + 90, { steps: 4 })
      await page.mouse.up()
      await reader.key('Done').click()
      const { signature } = await standIn.hears('card')
      expect(Buffer.from(signature ?? '', 'base64').subarray(0, 8)).toEqual(pngStart)
      await look('Processing')
      standIn.end('73', 'completed', '24.00')
      await look('Approved')
      standIn.pay(payment('74', { transactionType: 'credit', prompts: noPrompts }))
      await look('Tap the card to refund')
      standIn.end('74', 'declined')
      await look('Declined')
      standIn.close(closeCodes.replaced)
      await look('Open elsewhere')
      await reader.key('Use it here').click()
      await look('Ready')
      standIn.close(closeCodes.loginFailed)
      await look('Not recognized')
      await reader.key('Forget this reader and pair anew').click()
      await look('Pair this reader')
      // As in a page that came over plain http.
      await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'subtle'))
      await page.reload()
      await look('Not safe here')
      await expect(page.getByText('A reader needs https, or localhost')).toBeVisible()
    })
  })
