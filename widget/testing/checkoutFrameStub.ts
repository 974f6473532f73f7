import { connectMerchantPage } from '../checkout/page/merchantPage.ts'

/** The message channel to the page, and the received appearances, for tests. */
export type CheckoutFrameStub = { page: ReturnType<typeof connectMerchantPage>; appearances: unknown[] }

const appearances: unknown[] = []
const page = connectMerchantPage({
  onFocus: () => document.querySelector('input')?.focus(),
  onAppearance: (members) => appearances.push(members),
})
Object.assign(window, { page, appearances } satisfies CheckoutFrameStub)
page.state(document.body.dataset['status']!)
if (document.body.dataset['status'] === 'completed')
  page.complete({ transactionId: '7', status: 'captured', checkoutId: '00c', url: 'https://shop.test/thanks' })
