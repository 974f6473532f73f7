import { drawn } from './html.ts'

/** SVGs of the products, with colours that suit light and dark pages. */
export const mug = drawn`<svg viewBox="0 0 240 180" aria-hidden="true">
  <rect width="240" height="180" fill="#dfe7ea"/>
  <ellipse cx="118" cy="149" rx="70" ry="9" fill="#c3d0d5"/>
  <path d="M155 72c34-8 40 46-4 46" fill="none" stroke="#2f5d73" stroke-width="11" stroke-linecap="round"/>
  <path d="M70 52h92v66c0 20-14 30-30 30h-32c-16 0-30-10-30-30z" fill="#3f7791"/>
  <path d="M70 96c12-9 20-9 31 0s20 9 30 0 20-9 31 0v22c0 20-14 30-30 30h-32c-16 0-30-10-30-30z" fill="#f3efe6"/>
  <path d="M70 108c12-9 20-9 31 0s20 9 30 0 20-9 31 0" fill="none" stroke="#3f7791" stroke-width="3"/>
  <ellipse cx="116" cy="52" rx="46" ry="10" fill="#2f5d73"/>
  <ellipse cx="116" cy="54" rx="38" ry="6.5" fill="#4a2f22"/>
  <path d="M98 34c-6-8 6-12 0-20M118 32c-6-8 6-12 0-20M138 34c-6-8 6-12 0-20" fill="none" stroke="#a9bcc4" stroke-width="4" stroke-linecap="round"/>
</svg>`

export const planter = drawn`<svg viewBox="0 0 240 180" aria-hidden="true">
  <rect width="240" height="180" fill="#e9e6da"/>
  <ellipse cx="120" cy="156" rx="62" ry="8" fill="#d3cebc"/>
  <g fill="none" stroke="#2f6b4a" stroke-width="4" stroke-linecap="round">
    <path d="M120 96c-2-30-16-52-40-66M120 96c0-36 2-56 8-80M120 96c4-28 20-48 44-58M120 96c-10-18-30-28-54-28M120 96c12-14 30-22 52-22"/>
  </g>
  <g fill="#3f8a5f">
    <path d="M80 30c-3 13 6 24 19 25-1-13-7-22-19-25zM128 16c-12 7-15 20-8 31 10-8 13-19 8-31zM164 38c-14 0-23 8-25 21 13 0 22-8 25-21z"/>
  </g>
  <g fill="#5aa878">
    <path d="M66 68c8 10 20 12 30 4-8-9-19-11-30-4zM172 74c-10-8-22-7-30 2 10 8 21 8 30-2zM106 44c-12 1-19 9-19 21 12-1 19-9 19-21zM141 40c-4 11 0 21 11 26 4-11 0-21-11-26z"/>
  </g>
  <path d="M76 94h88l-11 52c-1 6-5 9-11 9H98c-6 0-10-3-11-9z" fill="#c4714d"/>
  <path d="M70 84h100c3 0 5 2 5 5v9c0 3-2 5-5 5H70c-3 0-5-2-5-5v-9c0-3 2-5 5-5z" fill="#d58560"/>
  <path d="M86 122c10 7 18 7 28 0s18-7 28 0 8 5 14 3" fill="none" stroke="#f3d9c8" stroke-width="4" stroke-linecap="round"/>
</svg>`

export const bowl = drawn`<svg viewBox="0 0 240 180" aria-hidden="true">
  <rect width="240" height="180" fill="#eadfe0"/>
  <ellipse cx="120" cy="150" rx="76" ry="9" fill="#d6c5c7"/>
  <circle cx="92" cy="72" r="19" fill="#e0803a"/><circle cx="150" cy="74" r="17" fill="#e9973f"/><circle cx="122" cy="62" r="22" fill="#f0a94c"/>
  <path d="M122 40c2-9 9-13 18-12-2 9-8 13-18 12z" fill="#4f8a52"/>
  <path d="M36 82h168c0 38-30 64-58 66H94c-28-2-58-28-58-66z" fill="#6a4a6e"/>
  <path d="M42 104c30 13 126 13 156 0-9 26-31 43-52 44H94c-21-1-43-18-52-44z" fill="#86628a"/>
  <path d="M36 82c0-5 168-5 168 0s-168 8-168 0z" fill="#553a59"/>
  <g fill="#eadfe0"><circle cx="78" cy="124" r="3"/><circle cx="100" cy="130" r="3"/><circle cx="122" cy="132" r="3"/><circle cx="144" cy="130" r="3"/><circle cx="166" cy="123" r="3"/></g>
</svg>`
