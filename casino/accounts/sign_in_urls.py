"""Addresses of signing in beyond the password. django-allauth's own are not served."""

from django.urls import path

from casino.accounts.sign_in import again, lock, password, second_factors, second_step

urlpatterns = [
    path("sign-in/second-step/", second_step.SecondStep.as_view(), name="second_step"),
    path("sign-in/second-step/options/", second_step.second_step_options, name="second_step_options"),
    path("sign-in/passkey/", second_step.passkey_sign_in, name="passkey_sign_in"),
    path("sign-in/passkey/options/", second_step.passkey_options, name="passkey_options"),
    path("sign-in/again/", again.SignInAgain.as_view(), name="sign_in_again"),
    path("sign-in/again/options/", again.again_options, name="again_options"),
    path("your-sign-in/", second_factors.SecondFactors.as_view(), name="second_factors"),
    path("your-sign-in/app/", second_factors.AddApp.as_view(), name="add_app"),
    path("your-sign-in/passkey/", second_factors.AddPasskey.as_view(), name="add_passkey"),
    path("your-sign-in/passkey/options/", second_factors.new_passkey_options, name="new_passkey_options"),
    path("your-sign-in/recovery-codes/", second_factors.RecoveryCodes.as_view(), name="recovery_codes"),
    path("your-sign-in/remove/", second_factors.RemoveFactor.as_view(), name="remove_factor"),
    path("your-password/", password.OwnPassword.as_view(), name="own_password"),
    path("locked/", lock.Locked.as_view(), name="locked"),
    path("lock/", lock.lock_now, name="lock_now"),
    path("still-here/", lock.still_here, name="still_here"),
]
