/** The body of a registration, as a customer enters it. */
export const REGISTRATION = {
  username: 'baska',
  company_name: 'Başka',
  email: 'baska@ornek.com.tr',
  phone: '1',
  address: 'a',
  password: 'gizli-1',
}
