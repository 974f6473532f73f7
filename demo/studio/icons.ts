import { drawn } from '../shop/html.ts'

export const undoIcon = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M7.5 4 4 7.5 7.5 11M4 7.5h7.25a4.25 4.25 0 0 1 0 8.5H8"/></svg>`
export const redoIcon = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M12.5 4 16 7.5 12.5 11M16 7.5H8.75a4.25 4.25 0 0 0 0 8.5H12"/></svg>`
export const clearIcon = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="m6 6 8 8M14 6l-8 8"/></svg>`
export const openIcon = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M11.5 4H16v4.5M16 4l-6.5 6.5M8 5H5.5A1.5 1.5 0 0 0 4 6.5v8A1.5 1.5 0 0 0 5.5 16h8a1.5 1.5 0 0 0 1.5-1.5V12"/></svg>`
export const foldIcon = drawn`<svg class="icon fold" viewBox="0 0 20 20" aria-hidden="true"><path d="m6 8 4 4 4-4"/></svg>`
export const passIcon = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7.25"/><path d="m7 10.25 2.25 2.25L13.25 8"/></svg>`
export const failIcon = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 3.25 17.25 16H2.75zM10 8.25v3.5M10 13.9v.1"/></svg>`
