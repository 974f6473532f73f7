/** What the checkout's script shares with the address's. */
export { html, LitElement, nothing } from 'lit'
export { fieldLabel, interpolate, textField } from './formContext.ts'
