/** The product's name. Renaming the product is changing this line. */
export const PRODUCT_NAME = 'Envol';
