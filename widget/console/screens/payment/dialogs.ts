/** The dialogs of a payment, which are loaded when the first of them is opened. */
import './dispute-dialog.ts'
import './operation-dialog.ts'
import './receipt-dialog.ts'
import './resolve-dialog.ts'
