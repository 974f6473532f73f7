export const paymentStyles = `
`
