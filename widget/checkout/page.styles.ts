/** The page around the form: two panels, the invoice and the form, and what the worker draws into both. */
export const pageStyles = `
* { box-sizing: border-box; }
:root {
  font: max(16px, 100%)/1.5 system-ui, sans-serif;
  -webkit-text-size-adjust: 100%;
}
body { margin: 0; }
`
