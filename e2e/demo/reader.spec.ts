import { closeCodes } from '#contract/terminals/device'
import { noPrompts } from '#contract/terminals/device.fixtures'
import { axeViolations } from '../../widget/testing/axe.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { pairingCode, devicePayment, FakeDeviceGateway } from '../pages/readerGateway.ts'
import { ReaderPage } from '../pages/readerPage.ts'

/** The demo’s reader page, connected to a fake gateway. */
const test = base.extend<{ fakeGateway: FakeDeviceGateway; reader: ReaderPage; log: string[] }>({
  fakeGateway: async ({ page }, use) => {
    const fakeGateway = new FakeDeviceGateway()
    await fakeGateway.listen(page)
    await use(fakeGateway)
  },
  reader: async ({ page, local }, use) => use(new ReaderPage(page, local.shop)),
  /** Console messages, including CSP violations, and exceptions. */
  log: async ({ page }, use) => {
    const log: string[] = []
    page.on('console', (message) => log.push(message.text()))
    page.on('pageerror', ({ message }) => log.push(message))
    await use(log)
  },
})

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

test('demo reader: pairs, takes a payment by keyboard alone, and stores no card data', async ({
  fakeGateway,
  reader,
  page,
  log,
}) => {
  await reader.open()
  await expect(reader.code).toHaveText(`Code: ${pairingCode.split('').join(', ')}.${pairingCode}`)
  fakeGateway.pair()
  await expect(reader.title('Ready')).toBeVisible()
  await expect(reader.light).toHaveText('Online')
  // The device key survives a reload.
  await page.reload()
  await expect(reader.title('Ready')).toBeVisible()
  await fakeGateway.waitForMessage('login', 2)

  fakeGateway.sendPayment(devicePayment('71'))
  await fakeGateway.waitForMessage('received')
  await expect(reader.title('Add a tip?')).toBeFocused()
  await reader.press('$4.00 total $28.00')
  await reader.press('Enter card manually')
  await reader.typeIn('Card number', '4242424242424241')
  await expect(page.getByRole('alert')).toHaveText('Check the card number.')
  await fakeGateway.waitForMessage('presented')
  await page.keyboard.press('Backspace')
  await reader.typeIn('Card number', '2')
  await reader.typeIn('Expiry date', '1234')
  await reader.typeIn('Security code', '987')
  await reader.typeIn('Postal code', 'k1a 0b1')
  await expect(reader.title('Pay this amount?')).toBeFocused()
  await reader.press('Yes')
  await reader.press('Type your name')
  await reader.typeIn('Please sign', 'Robin Chipper')

  const message = await fakeGateway.waitForMessage('card')
  expect(message).toMatchObject({ session: '71', tipAmount: '4.00', amountConfirmed: true })
  expect(await fakeGateway.decryptCard(message.card)).toEqual({
    accountNumber: '4242424242424242',
    expires: '1234',
    verificationValue: '987',
    postalCode: 'K1A 0B1',
    session: '71',
    entryMode: 'keyed',
  })
  const signature = Buffer.from(message.signature ?? '', 'base64')
  expect(signature.subarray(0, 8)).toEqual(pngStart)
  await expect(reader.title('Processing')).toBeFocused()
  const stored = [await reader.storedData(), ...log].join('\n')
  expect(stored).toContain('Front desk')
  for (const secret of ['4242', '1234', '12 / 34', '987', 'K1A']) expect(stored).not.toContain(secret)

  fakeGateway.send({ type: 'processing', session: '71' })
  fakeGateway.sendResult('71', 'completed', '28.00')
  await expect(reader.title('Approved')).toBeFocused()
  await expect(page.getByText('with a tip of $4.00')).toBeVisible()
  await reader.press('Done')
  await expect(reader.title('Ready')).toBeVisible()
  expect(log).toEqual([])
})

test('demo reader: resends the same encrypted card after a lost connection', async ({ fakeGateway, reader, page }) => {
  await reader.open()
  await reader.code.waitFor()
  fakeGateway.pair()
  await reader.title('Ready').waitFor()
  fakeGateway.sendPayment(devicePayment('72', { prompts: { ...noPrompts, cvv: true } }))
  await reader.key('Amex ending in 0005').click()
  await fakeGateway.waitForMessage('presented')
  await expect(reader.title('Security code')).toBeVisible()
  for (const digit of '1234') await reader.key(digit).click()
  // The connection breaks during the input, and the input is kept.
  fakeGateway.close(1006)
  await fakeGateway.waitForMessage('login', 2)
  await reader.key('Next').click()
  const first = await fakeGateway.waitForMessage('card')
  fakeGateway.payment = { ...fakeGateway.payment!, state: 'awaiting_card' }
  fakeGateway.close(1006)
  await expect(reader.light).toHaveText('Connecting')
  // The `online` event triggers an immediate reconnect.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  expect(await fakeGateway.waitForMessage('card', 2)).toEqual(first)
  expect(await fakeGateway.decryptCard(first.card)).toMatchObject({ verificationValue: '1234', entryMode: 'tapped' })
  await expect(reader.title('Processing')).toBeVisible()

  fakeGateway.send({ type: 'error', session: '72', error: 'card_invalid', text: '' })
  await expect(reader.title('Tap a card')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('That card could not be read. Please present it again.')
  await reader.key('Cancel').click()
  await fakeGateway.waitForMessage('cancel')
  fakeGateway.sendResult('72', 'canceled')
  await expect(reader.title('Canceled')).toBeVisible()
})

for (const { colorScheme, width, height } of [
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 1280, height: 800 },
] as const)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' })

    test(`demo reader: every screen has no axe violations, large touch targets and no scrolling (${colorScheme}, ${width} px)`, async ({
      fakeGateway,
      reader,
      page,
    }) => {
      const checkScreen = async (title: string): Promise<void> => {
        await expect(reader.title(title)).toBeVisible()
        expect(await axeViolations(page, { bestPractices: true }), title).toEqual([])
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
      await checkScreen('Pair this terminal')
      fakeGateway.pair()
      await checkScreen('Ready')
      fakeGateway.sendPayment(devicePayment('73'))
      await checkScreen('Add a tip?')
      await reader.key('No tip').click()
      await checkScreen('Tap a card')
      await reader.key('Enter card manually').click()
      await reader.typeIn('Card number', '55')
      await checkScreen('Card number')
      await reader.typeIn('Card number', '55555555554444')
      await checkScreen('Expiry date')
      await reader.typeIn('Expiry date', '1234')
      await checkScreen('Security code')
      await reader.typeIn('Security code', '123')
      await reader.key('ABC').click()
      await checkScreen('Postal code')
      await reader.typeIn('Postal code', '46201')
      await checkScreen('Pay this amount?')
      await reader.key('Yes').click()
      await checkScreen('Please sign')
      await reader.key('Type your name').click()
      await checkScreen('Please sign')
      await reader.key('Sign by hand').click()
      const { x, y } = (await page.locator('canvas').boundingBox())!
      await page.mouse.move(x + 40, y + 60)
      await page.mouse.down()
      await page.mouse.move(x + 120, y + 90, { steps: 4 })
      await page.mouse.up()
      await reader.key('Done').click()
      const { signature } = await fakeGateway.waitForMessage('card')
      expect(Buffer.from(signature ?? '', 'base64').subarray(0, 8)).toEqual(pngStart)
      await checkScreen('Processing')
      fakeGateway.sendResult('73', 'completed', '24.00')
      await checkScreen('Approved')
      fakeGateway.sendPayment(devicePayment('74', { transactionType: 'credit', prompts: noPrompts }))
      await checkScreen('Tap the card to refund')
      fakeGateway.sendResult('74', 'declined')
      await checkScreen('Declined')
      fakeGateway.close(closeCodes.replaced)
      await checkScreen('Open elsewhere')
      await reader.key('Use here').click()
      await checkScreen('Ready')
      fakeGateway.close(closeCodes.loginFailed)
      await checkScreen('Not recognized')
      await reader.key('Reset and pair again').click()
      await checkScreen('Pair this terminal')
      // As on a page served over plain HTTP.
      await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'subtle'))
      await page.reload()
      await checkScreen('Secure connection required')
      await expect(page.getByText('Open this page over https or on localhost')).toBeVisible()
    })
  })
