import type { CheckoutPageData } from '#contract/checkouts/page'
import type { PageTexts } from './form/formContext.ts'
import { connectMerchantPage } from './page/merchantPage.ts'
import { showForm } from './page/showForm.ts'
import { showReceipt } from './page/showReceipt.ts'
import { startLeaveLink } from './page/leaveLink.ts'
import { lazyRepaint } from './page/lazyRepaint.ts'
import { reloadWhenFinished } from './payment/reloadWhenFinished.ts'

const read = (id: string): unknown => JSON.parse(document.getElementById(id)!.textContent)

// For page/loader.ts.
document.body.dataset['starting'] = ''

/** The rendered CheckoutStatus, its reason, and the mode. */
const { status = '', reason, mode } = document.body.dataset

if (status === 'open')
  await showForm(document.querySelector('#form')!, read('checkout') as CheckoutPageData, read('texts') as PageTexts)
else {
  const page = connectMerchantPage(mode === 'test' ? { onAppearance: lazyRepaint } : {})
  page.state(status)
  startLeaveLink(page)
  if (status === 'processing') void reloadWhenFinished(read('checkout') as CheckoutPageData)
  else if (status === 'completed') showReceipt(page)
  else page.close(reason === 'too_many_declines' ? reason : status)
}

// For page/loader.ts, and for a second copy of this script, which then does nothing (widget/build.ts).
document.body.dataset['started'] = ''
document.dispatchEvent(new Event('started'))
