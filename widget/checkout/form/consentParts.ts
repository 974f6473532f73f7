/** What the checkout's script shares with that of consents. */
import '../../fields/check/check.ts'

export { html } from 'lit'
