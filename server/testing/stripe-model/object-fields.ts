/**
 * The fields of Stripe's objects, from the examples that Stripe publishes with its OpenAPI description
 * (github.com/stripe/openapi, MIT, August 2026): `name:type`, without a type where its example is null. A key such as
 * `invoice/parent` is an object within.
 */
export const STRIPE_OBJECT_FIELDS: Record<string, string> = {
  customer:
    'address:object balance:number created:number currency:string default_source delinquent:boolean description discount:object email id:string invoice_prefix:string invoice_settings:object livemode:boolean metadata:object name next_invoice_sequence:number object:string phone preferred_locales:array shipping:object tax_exempt:string test_clock',
  'customer/invoice_settings':
    'custom_fields default_payment_method footer rendering_options:object',
  'checkout.session':
    'adaptive_pricing:object after_expiration:object allow_promotion_codes amount_subtotal amount_total automatic_tax:object billing_address_collection cancel_url:string client_reference_id client_secret collected_information:object consent:object consent_collection:object created:number currency currency_conversion:object custom_fields:array custom_text:object customer customer_account customer_creation customer_details:object customer_email discounts expires_at:number id:string integration_identifier invoice invoice_creation:object livemode:boolean locale managed_payments:object metadata:object mode:string object:string origin_context payment_intent:string payment_link payment_method_collection payment_method_configuration_details:object payment_method_options:object payment_method_types:array payment_status:string permissions:object phone_number_collection:object recovered_from saved_payment_method_options:object setup_intent shipping_address_collection:object shipping_cost:object shipping_options:array status:string submit_type subscription success_url:string total_details:object ui_mode url:string wallet_options:object',
  'checkout.session/total_details': 'amount_discount:number amount_shipping amount_tax:number',
  subscription:
    'application application_fee_percent automatic_tax:object billing_cycle_anchor:number billing_cycle_anchor_config:object billing_mode:object billing_schedules:array billing_thresholds:object cancel_at:number cancel_at_period_end:boolean canceled_at:number cancellation_details:object collection_method:string created:number currency:string customer:string customer_account days_until_due default_payment_method default_source default_tax_rates:array description discounts:array ended_at:number id:string invoice_settings:object items:object latest_invoice livemode:boolean managed_payments:object metadata:object next_pending_invoice_item_invoice:number object:string on_behalf_of pause_collection:object payment_settings:object pending_invoice_item_interval:object pending_setup_intent pending_update:object schedule start_date:number status:string test_clock transfer_data:object trial_end:number trial_settings:object trial_start:number',
  'subscription/cancellation_details': 'comment feedback reason',
  'subscription/items': 'data:array has_more:boolean object:string url:string',
  'subscription/pause_collection': 'behavior:string resumes_at',
  'subscription/pending_update':
    'billing_cycle_anchor discount:object discounts:array expires_at:number metadata subscription_items trial_end trial_from_plan',
  'subscription/billing_mode': 'flexible:object type:string',
  subscription_item:
    'billing_thresholds:object created:number current_period_end:number current_period_start:number discounts:array id:string metadata:object object:string plan:object price:object quantity:number subscription:string tax_rates:array',
  subscription_schedule:
    'application billing_mode:object canceled_at:number completed_at:number created:number current_phase:object customer:string customer_account default_settings:object end_behavior:string id:string livemode:boolean metadata:object object:string phases:array released_at:number released_subscription status:string subscription test_clock',
  'subscription_schedule/current_phase': 'end_date:number start_date:number',
  'subscription_schedule/phases':
    'add_invoice_items:array application_fee_percent billing_cycle_anchor billing_thresholds:object collection_method currency:string default_payment_method default_tax_rates:array description discounts:array end_date:number invoice_settings:object items:array metadata:object on_behalf_of proration_behavior:string start_date:number transfer_data:object trial_end',
  'subscription_schedule/phases.items':
    'billing_thresholds:object discounts:array metadata:object plan:object price:string quantity:number tax_rates:array',
  invoice:
    'account_country:string account_name account_tax_ids amount_due:number amount_overpaid:number amount_paid:number amount_remaining:number amount_shipping:number application attempt_count:number attempted:boolean auto_advance:boolean automatic_tax:object automatically_finalizes_at billing_reason:string collection_method:string created:number currency:string custom_fields customer:string customer_account customer_address:object customer_email customer_name customer_phone customer_shipping:object customer_tax_exempt:string customer_tax_ids:array default_payment_method default_source default_tax_rates:array description discounts:array due_date:number effective_at:number ending_balance footer from_invoice:object hosted_invoice_url id:string invoice_pdf issuer:object last_finalization_error:object latest_revision lines:object livemode:boolean metadata:object next_payment_attempt:number number object:string on_behalf_of parent:object payment_settings:object period_end:number period_start:number post_payment_credit_notes_amount:number pre_payment_credit_notes_amount:number receipt_number rendering:object shipping_cost:object shipping_details:object starting_balance:number statement_descriptor status:string status_transitions:object subscription subtotal:number subtotal_excluding_tax:number test_clock total:number total_discount_amounts:array total_excluding_tax:number total_pretax_credit_amounts total_taxes webhooks_delivered_at:number',
  'invoice/lines': 'data:array has_more:boolean object:string url:string',
  'invoice/parent': 'quote_details:object subscription_details:object type:string',
  'invoice/status_transitions': 'finalized_at marked_uncollectible_at paid_at voided_at',
  'invoice/parent.subscription_details': 'metadata subscription:string',
  line_item:
    'amount:number currency:string description:string discount_amounts:array discountable:boolean discounts:array id:string invoice:string livemode:boolean metadata:object object:string parent:object period:object pretax_credit_amounts pricing:object quantity:number quantity_decimal subscription subtotal:number taxes',
  'line_item/parent': 'invoice_item_details:object subscription_item_details:object type:string',
  'line_item/period': 'end:number start:number',
  'line_item/pricing': 'type:string unit_amount_decimal',
  'line_item/parent.subscription_item_details':
    'invoice_item proration:boolean proration_details:object subscription:string subscription_item:string',
  invoice_payment:
    'amount_paid amount_requested:number created:number currency:string id:string invoice:string is_default:boolean livemode:boolean object:string payment:object status:string status_transitions:object',
  'invoice_payment/payment': 'type:string',
  'invoice_payment/status_transitions': 'canceled_at paid_at',
  payment_intent:
    'amount:number amount_capturable:number amount_details:object amount_received:number application application_fee_amount automatic_payment_methods:object canceled_at:number cancellation_reason capture_method:string client_secret:string confirmation_method:string created:number currency:string customer customer_account description excluded_payment_method_types id:string last_payment_error:object latest_charge livemode:boolean managed_payments:object metadata:object next_action:object object:string on_behalf_of payment_method payment_method_configuration_details:object payment_method_options:object payment_method_types:array processing:object receipt_email review setup_future_usage shipping:object source statement_descriptor statement_descriptor_suffix status:string transfer_data:object transfer_group',
  'payment_intent/last_payment_error': 'type:string',
  'payment_intent/next_action': 'type:string',
  payment_method:
    'allow_redisplay:string billing_details:object card:object created:number customer customer_account id:string livemode:boolean metadata:object object:string type:string',
  'payment_method/card':
    'brand:string checks:object country:string display_brand:string exp_month:number exp_year:number fingerprint:string funding:string generated_from:object last4:string networks:object regulated_status three_d_secure_usage:object wallet:object',
  charge:
    'amount:number amount_captured:number amount_refunded:number application application_fee application_fee_amount balance_transaction:string billing_details:object calculated_statement_descriptor captured:boolean created:number currency:string customer description:string disputed:boolean failure_balance_transaction failure_code failure_message fraud_details:object id:string livemode:boolean metadata:object object:string on_behalf_of outcome:object paid:boolean payment_intent payment_method:string payment_method_details:object receipt_email receipt_number receipt_url:string refunded:boolean refunds:object review shipping:object source:object source_transfer statement_descriptor statement_descriptor_suffix status:string transfer_data:object transfer_group',
  'charge/payment_method_details': 'card:object type:string',
  'charge/payment_method_details.card':
    'amount_authorized authorization_code brand:string checks:object country:string exp_month:number exp_year:number extended_authorization:object fingerprint:string funding:string incremental_authorization:object installments:object last4:string mandate multicapture:object network:string network_token:object network_transaction_id overcapture:object regulated_status three_d_secure:object transaction_link_id wallet:object',
  refund:
    'amount:number balance_transaction charge:string created:number currency:string customer customer_account destination_details:object id:string metadata:object object:string payment_intent payment_method reason receipt_number source_transfer_reversal status:string transfer_reversal',
  dispute:
    'amount:number balance_transactions:array charge:string created:number currency:string enhanced_eligibility_types:array evidence:object evidence_details:object id:string is_charge_refundable:boolean livemode:boolean metadata:object object:string payment_intent payment_method_details:object reason:string status:string',
  'dispute/evidence_details':
    'due_by:number enhanced_eligibility:object has_evidence:boolean past_due:boolean submission_count:number',
  credit_note:
    'amount:number amount_shipping:number created:number currency:string customer:string customer_account customer_balance_transaction discount_amount:number discount_amounts:array effective_at:number id:string invoice:string lines:object livemode:boolean memo metadata:object number:string object:string out_of_band_amount pdf:string post_payment_amount:number pre_payment_amount:number pretax_credit_amounts:array reason refunds:array shipping_cost:object status:string subtotal:number subtotal_excluding_tax:number total:number total_excluding_tax total_taxes type:string voided_at:number',
  coupon:
    'amount_off created:number currency:string duration:string duration_in_months:number id:string livemode:boolean max_redemptions metadata:object name:string object:string percent_off:number redeem_by:number times_redeemed:number valid:boolean',
  promotion_code:
    'active:boolean code:string created:number customer customer_account expires_at:number id:string livemode:boolean max_redemptions metadata:object object:string promotion:object restrictions:object times_redeemed:number',
  'promotion_code/promotion': 'coupon type:string',
  'promotion_code/restrictions':
    'first_time_transaction:boolean minimum_amount minimum_amount_currency',
  discount:
    'checkout_session customer:string customer_account end:number id:string invoice invoice_item object:string promotion_code source:object start:number subscription subscription_item',
  'discount/source': 'coupon type:string',
  price:
    'active:boolean billing_scheme:string created:number currency:string custom_unit_amount:object id:string livemode:boolean lookup_key metadata:object nickname object:string product:string recurring:object tax_behavior:string tiers_mode transform_quantity:object type:string unit_amount:number unit_amount_decimal:string',
  'price/recurring':
    'interval:string interval_count:number meter trial_period_days usage_type:string',
  product:
    'active:boolean created:number default_price:string description:string id:string images:array livemode:boolean marketing_features:array metadata:object name:string object:string package_dimensions:object shippable statement_descriptor tax_code type:string unit_label updated:number url',
  item: 'adjustable_quantity:object amount_discount:number amount_subtotal:number amount_tax:number amount_total:number currency:string description:string id:string metadata object:string price:object quantity:number',
  event:
    'api_version created:number data:object id:string livemode:boolean object:string pending_webhooks:number request:object type:string',
  'event/request': 'id idempotency_key',
  'billing_portal.session':
    'configuration:string created:number customer:string customer_account flow:object id:string livemode:boolean locale object:string on_behalf_of return_url:string url:string',
};
