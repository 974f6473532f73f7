/** A sluice gate, as a data URL, which saves a request. */
export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20' fill='none' stroke='%233656e3' stroke-width='2' stroke-linecap='round'%3E%3Cpath d='M4 2v16M16 2v16M4 7h12M10 7v6M3 17q2-2 4 0t4 0 4 0'/%3E%3C/svg%3E"
